//! How an operation is called.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use serde_json::Value;

use crate::model::{CallOptions, Counted, Pagination, Preset, PresetValue, Step};

use super::literal::{string, strings};
use super::scope::Scope;
use super::{EmitError, base_url};

/// The `CallOptions` of an operation, if it is not called like most.
pub(crate) fn expression(
    options: &CallOptions,
    scope: &Scope<'_>,
) -> Result<Option<TokenStream>, EmitError> {
    let mut expression = TokenStream::new();
    if !options.servers.is_empty() {
        let servers = base_url::list(&options.servers, scope)?;
        expression.extend(quote!(.servers(#servers)));
    }
    if let Some(milliseconds) = options.timeout_ms {
        let milliseconds = grouped(milliseconds)?;
        expression.extend(quote!(.timeout_ms(#milliseconds)));
    }
    if let Some(pagination) = &options.pagination {
        expression.extend(self::pagination(pagination, scope)?);
    }
    if let Some(argument) = &options.fields {
        let argument = string(argument)?;
        expression.extend(quote!(.fields(#argument)));
    }
    if let Some(accept) = &options.accept {
        let accept = string(accept)?;
        expression.extend(quote!(.accept(#accept)));
    }
    if let Some(argument) = &options.accept_argument {
        let argument = string(argument)?;
        expression.extend(quote!(.accept_argument(#argument)));
    }
    if !options.headers.is_empty() {
        let headers = strings(&options.headers)?;
        expression.extend(quote!(.headers(&[#(#headers),*])));
    }
    let presets = &options.presets;
    if !presets.all.is_empty() {
        let all = presets.all.iter().map(|one| preset(one, scope));
        let all = all.collect::<Result<Vec<_>, EmitError>>()?;
        expression.extend(quote!(.presets(&[#(#all),*])));
    }
    if !presets.renamed.is_empty() {
        let renamed = presets.renamed.iter().map(|(argument, property)| {
            let (argument, property) = (string(argument)?, string(property)?);
            Ok(quote!((#argument, #property)))
        });
        let renamed = renamed.collect::<Result<Vec<_>, EmitError>>()?;
        expression.extend(quote!(.renamed(&[#(#renamed),*])));
    }
    if expression.is_empty() {
        return Ok(None);
    }
    let ty = scope.runtime("CallOptions");
    Ok(Some(quote!(#ty::DEFAULT #expression)))
}

fn preset(preset: &Preset, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let ty = scope.runtime("Preset");
    let path = strings(&preset.path)?;
    let path = quote!(&[#(#path),*]);
    let json = |value: &Value| string(&value.to_string());
    Ok(match &preset.value {
        PresetValue::Hidden => quote!(#ty::hidden(#path)),
        PresetValue::Constant(value) => {
            let value = json(value)?;
            quote!(#ty::constant(#path, #value))
        }
        PresetValue::Environment(variable) => {
            let variable = string(variable)?;
            quote!(#ty::environment(#path, #variable))
        }
        PresetValue::NullableDefault(value) => {
            let value = json(value)?;
            quote!(#ty::nullable_default(#path, #value))
        }
        PresetValue::Default(value) => {
            let value = json(value)?;
            quote!(#ty::default(#path, #value))
        }
    })
}

/// A number whose digits stand in groups of three.
fn grouped(number: u64) -> Result<Literal, EmitError> {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text.parse().map_err(|_| EmitError::Literal(text))
}

fn pagination(pagination: &Pagination, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let argument = string(&pagination.argument)?;
    Ok(match &pagination.step {
        Step::Cursor(next) => {
            let next = string(next)?;
            quote!(.cursor(#argument, #next))
        }
        Step::Header(name) => {
            let name = string(name)?;
            quote!(.cursor_header(#argument, #name))
        }
        Step::Page(counted) => {
            let counted = self::counted(counted, scope)?;
            quote!(.pages(#argument, #counted))
        }
        Step::Offset(counted) => {
            let counted = self::counted(counted, scope)?;
            quote!(.offsets(#argument, #counted))
        }
    })
}

fn counted(counted: &Counted, scope: &Scope<'_>) -> Result<TokenStream, EmitError> {
    let ty = scope.runtime("Counted");
    let first = Literal::u64_unsuffixed(counted.first);
    let mut value = quote!(&#ty::from(#first));
    if let Some(limit) = &counted.limit {
        let limit = string(limit)?;
        value.extend(quote!(.limit(#limit)));
    }
    if let Some(size) = counted.size {
        let size = Literal::u64_unsuffixed(size);
        value.extend(quote!(.size(#size)));
    }
    if let Some(items) = &counted.items {
        let items = string(items)?;
        value.extend(quote!(.items(#items)));
    }
    if let Some(total) = &counted.total {
        let total = string(total)?;
        value.extend(quote!(.total(#total)));
    }
    Ok(value)
}
