//! Specs of several files, and of OpenAPI 3.2, from the file to the model.

mod broken;
mod confinement;
mod files;
mod folder;
mod openapi32;
mod urls;
