//! An authorization server of the test's own: its metadata, its keys, and the tokens that it signs.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::rand::SystemRandom;
use ring::rsa::PublicKeyComponents;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _, RSA_PKCS1_SHA256,
    RsaKeyPair,
};
use serde_json::{Value as Json, json};

/// A key of an issuer.
pub(crate) struct Key {
    id: &'static str,
    pair: Pair,
}

enum Pair {
    Rsa(RsaKeyPair),
    P256(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

impl Key {
    /// There is one of that kind only, since making one takes long.
    pub(crate) fn rsa(id: &'static str) -> Self {
        let pair = RsaKeyPair::from_pkcs8(include_bytes!("rsa.pk8")).expect("is a key");
        Self {
            id,
            pair: Pair::Rsa(pair),
        }
    }

    pub(crate) fn p256(id: &'static str) -> Self {
        let (random, kind) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
        let text = EcdsaKeyPair::generate_pkcs8(kind, &random).expect("can be made");
        let pair = EcdsaKeyPair::from_pkcs8(kind, text.as_ref(), &random).expect("is a key");
        Self {
            id,
            pair: Pair::P256(pair),
        }
    }

    pub(crate) fn ed25519(id: &'static str) -> Self {
        let text = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("can be made");
        let pair = Ed25519KeyPair::from_pkcs8(text.as_ref()).expect("is a key");
        Self {
            id,
            pair: Pair::Ed25519(pair),
        }
    }

    fn algorithm(&self) -> &'static str {
        match self.pair {
            Pair::Rsa(_) => "RS256",
            Pair::P256(_) => "ES256",
            Pair::Ed25519(_) => "EdDSA",
        }
    }

    pub(crate) fn public(&self) -> Json {
        let text = |bytes: &[u8]| BASE64.encode(bytes);
        let mut key = match &self.pair {
            Pair::Rsa(pair) => {
                let public = PublicKeyComponents::<Vec<u8>>::from(pair.public());
                json!({"kty": "RSA", "n": text(&public.n), "e": text(&public.e)})
            }
            Pair::P256(pair) => {
                let point = pair.public_key().as_ref();
                json!({"kty": "EC", "crv": "P-256",
                       "x": text(&point[1..33]), "y": text(&point[33..])})
            }
            Pair::Ed25519(pair) => {
                json!({"kty": "OKP", "crv": "Ed25519", "x": text(pair.public_key().as_ref())})
            }
        };
        key["kid"] = json!(self.id);
        key
    }

    pub(crate) fn sign(&self, claims: &Json) -> String {
        let header = json!({"alg": self.algorithm(), "kid": self.id, "typ": "at+jwt"});
        self.sign_as(&header, claims)
    }

    /// A token with that header, whatever it says.
    pub(crate) fn sign_as(&self, header: &Json, claims: &Json) -> String {
        let message = unsigned(header, claims);
        let random = SystemRandom::new();
        let signature = match &self.pair {
            Pair::Rsa(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(
                    &RSA_PKCS1_SHA256,
                    &random,
                    message.as_bytes(),
                    &mut signature,
                )
                .expect("can be signed");
                signature
            }
            Pair::P256(pair) => {
                let signed = pair.sign(&random, message.as_bytes());
                signed.expect("can be signed").as_ref().to_vec()
            }
            Pair::Ed25519(pair) => pair.sign(message.as_bytes()).as_ref().to_vec(),
        };
        format!("{message}.{}", BASE64.encode(signature))
    }
}

pub(crate) fn unsigned(header: &Json, claims: &Json) -> String {
    let part = |value: &Json| BASE64.encode(value.to_string());
    format!("{}.{}", part(header), part(claims))
}

/// Metadata and keys at an address of the loopback interface, until the test ends.
pub(crate) struct Issuer {
    pub(crate) url: String,
    shared: Arc<Shared>,
}

struct Shared {
    keys: Mutex<Vec<Json>>,
    asked: AtomicUsize,
    /// Whether requests are taken and never answered.
    hangs: AtomicBool,
    /// How many requests were taken and not answered.
    hanging: AtomicUsize,
}

impl Issuer {
    /// One with these keys, and a path in its name.
    pub(crate) fn start(keys: &[&Key]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let origin = format!("http://{}", listener.local_addr().expect("is bound"));
        let shared = Arc::new(Shared {
            keys: Mutex::default(),
            asked: AtomicUsize::new(0),
            hangs: AtomicBool::new(false),
            hanging: AtomicUsize::new(0),
        });
        let (url, known) = (format!("{origin}/realms/pets"), Arc::clone(&shared));
        let issuer = Self { url, shared };
        issuer.replace(keys);
        std::thread::spawn(move || {
            let mut unanswered = Vec::new();
            for stream in listener.incoming().map_while(Result::ok) {
                if known.hangs.load(Ordering::Acquire) {
                    unanswered.push(stream);
                    known.hanging.fetch_add(1, Ordering::AcqRel);
                } else {
                    known.answer(stream, &origin);
                }
            }
        });
        issuer
    }

    /// Has these keys from now on, and no others.
    pub(crate) fn replace(&self, keys: &[&Key]) {
        let public = keys.iter().map(|key| key.public()).collect();
        *self.shared.keys.lock().expect("nobody panics") = public;
    }

    /// Answers nothing from now on.
    pub(crate) fn hang(&self) {
        self.shared.hangs.store(true, Ordering::Release);
    }

    /// How many requests wait for an answer that will not come.
    pub(crate) fn hanging(&self) -> usize {
        self.shared.hanging.load(Ordering::Acquire)
    }

    /// How often the keys were asked for.
    pub(crate) fn asked(&self) -> usize {
        self.shared.asked.load(Ordering::Relaxed)
    }

    /// What a good token says.
    pub(crate) fn claims(&self, audience: &str) -> Json {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.expect("it is after 1970").as_secs();
        json!({
            "iss": self.url, "aud": audience, "sub": "ada", "exp": now + 300, "nbf": now - 5,
            "scope": "pets:use other",
        })
    }
}

impl Shared {
    fn answer(&self, mut stream: TcpStream, origin: &str) {
        let mut lines = BufReader::new(stream.try_clone().expect("is open")).lines();
        let request = lines.next().and_then(Result::ok).unwrap_or_default();
        lines.map_while(Result::ok).find(String::is_empty);
        let found = match request.split(' ').nth(1) {
            Some("/realms/pets/.well-known/openid-configuration") => Some(json!({
                "issuer": format!("{origin}/realms/pets"),
                "jwks_uri": format!("{origin}/keys"),
            })),
            Some("/keys") => {
                self.asked.fetch_add(1, Ordering::Relaxed);
                let keys = self.keys.lock().expect("nobody panics").clone();
                Some(json!({ "keys": keys }))
            }
            _ => None,
        };
        let status = if found.is_some() {
            "200 OK"
        } else {
            "404 Not Found"
        };
        let body = found.unwrap_or_default().to_string();
        let length = body.len();
        let _ = write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
    }
}
