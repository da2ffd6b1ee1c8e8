//! The probe as its clients have it: the binary over stdio, and the command line, against servers of this project, of
//! others, and against some that are broken on purpose.

mod checks;
mod client;
mod command_line;
mod compare;
mod hostile;
mod load;
mod requirements;
mod servers;
mod targets;
