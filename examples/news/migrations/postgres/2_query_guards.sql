-- What execute_query puts in place of functions that make long texts or numbers, or that take time by the product of
-- their arguments' lengths. PostgreSQL looks for a timeout only between some steps, so each step must be short: a
-- text has 65,536 bytes at most, and each call of PL/pgSQL is a step after which PostgreSQL looks.
CREATE SCHEMA news_query;

CREATE DOMAIN news_query.short_text AS text CHECK (octet_length(VALUE) <= 65536);
CREATE DOMAIN news_query.short_number AS numeric CHECK (
    pg_column_size(VALUE) <= 256 AND abs(VALUE) < 1e500 AND scale(VALUE) <= 1000
);

CREATE FUNCTION news_query.check_length(bytes bigint) RETURNS void LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF bytes > 65536 THEN
        RAISE EXCEPTION 'a text of the query is longer than 65536 bytes';
    END IF;
END $$;

CREATE FUNCTION news_query.check_text(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM news_query.check_length(octet_length(value));
    RETURN value;
END $$;

-- What takes time by the product of two lengths takes at most a tenth of a second.
CREATE FUNCTION news_query.check_search(value text, part text) RETURNS void LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF octet_length(value)::bigint OPERATOR(pg_catalog.*) octet_length(part) > 20000000 THEN
        RAISE EXCEPTION 'a text of % bytes is too long to look for one of % bytes in it',
            octet_length(value), octet_length(part);
    END IF;
END $$;

CREATE FUNCTION news_query.check_number(value numeric) RETURNS numeric LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    -- 1e500 itself takes few bytes, but 1e500 + 1 does not.
    IF pg_column_size(value) > 256 OR abs(value) >= 1e500 OR scale(value) > 1000 THEN
        RAISE EXCEPTION 'a number of the query has more than 500 digits';
    END IF;
    RETURN value;
END $$;

CREATE FUNCTION news_query.join_texts(a text, b text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM news_query.check_length(octet_length(a)::bigint + octet_length(b));
    RETURN a OPERATOR(pg_catalog.||) b;
END $$;
CREATE FUNCTION news_query.join_text(a text, b anynonarray) RETURNS text LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
    RETURN news_query.join_texts(a, b::text);
END $$;
CREATE FUNCTION news_query.join_value(a anynonarray, b text) RETURNS text LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
    RETURN news_query.join_texts(a::text, b);
END $$;
CREATE OPERATOR news_query.|| (LEFTARG = text, RIGHTARG = text, FUNCTION = news_query.join_texts);
CREATE OPERATOR news_query.|| (LEFTARG = text, RIGHTARG = anynonarray, FUNCTION = news_query.join_text);
CREATE OPERATOR news_query.|| (LEFTARG = anynonarray, RIGHTARG = text, FUNCTION = news_query.join_value);

CREATE FUNCTION news_query.replace(value text, part text, new text)
RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM news_query.check_search(value, part);
    -- The longest that there could be, before it is made.
    IF octet_length(value)::bigint OPERATOR(pg_catalog.*) octet_length(new) > 20000000 THEN
        RAISE EXCEPTION 'a text of % bytes is too long to put % bytes into it', octet_length(value), octet_length(new);
    END IF;
    RETURN news_query.check_text(pg_catalog.replace(value, part, new));
END $$;
CREATE FUNCTION news_query.strpos(value text, part text) RETURNS integer LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM news_query.check_search(value, part);
    RETURN pg_catalog.strpos(value, part);
END $$;
-- The arguments in the order of `position(part IN value)`.
CREATE FUNCTION news_query.position(part text, value text) RETURNS integer LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM news_query.check_search(value, part);
    RETURN pg_catalog.strpos(value, part);
END $$;
CREATE FUNCTION news_query.split_part(value text, part text, n integer)
RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM news_query.check_search(value, part);
    RETURN pg_catalog.split_part(value, part, n);
END $$;
CREATE FUNCTION news_query.trim(value text, part text DEFAULT ' ')
RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM news_query.check_search(value, part);
    RETURN pg_catalog.btrim(value, part);
END $$;
CREATE FUNCTION news_query.ltrim(value text, part text DEFAULT ' ')
RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM news_query.check_search(value, part);
    RETURN pg_catalog.ltrim(value, part);
END $$;
CREATE FUNCTION news_query.rtrim(value text, part text DEFAULT ' ')
RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM news_query.check_search(value, part);
    RETURN pg_catalog.rtrim(value, part);
END $$;

CREATE FUNCTION news_query.append_text(joined text, value text, delimiter text)
RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    IF value IS NULL THEN
        RETURN joined;
    ELSIF joined IS NULL THEN
        RETURN value;
    END IF;
    RETURN news_query.join_texts(joined, news_query.join_texts(coalesce(delimiter, ''), value));
END $$;
CREATE AGGREGATE news_query.string_agg(text, text) (SFUNC = news_query.append_text, STYPE = text);

CREATE FUNCTION news_query.append_value(list anyarray, value anynonarray)
RETURNS anyarray LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    PERFORM news_query.check_length(coalesce(pg_column_size(list), 0)::bigint + coalesce(pg_column_size(value), 0));
    RETURN array_append(list, value);
END $$;
CREATE AGGREGATE news_query.array_agg(anynonarray) (SFUNC = news_query.append_value, STYPE = anyarray);

-- What follows stands before pg_catalog in the search path, since SQL has words for it, or arguments of any type.
CREATE FUNCTION news_query.is_like(value text, pattern text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM news_query.check_search(value, pattern);
    RETURN value OPERATOR(pg_catalog.~~) pattern;
END $$;
CREATE FUNCTION news_query.is_ilike(value text, pattern text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM news_query.check_search(value, pattern);
    RETURN value OPERATOR(pg_catalog.~~*) pattern;
END $$;
CREATE FUNCTION news_query.is_not_like(value text, pattern text)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    RETURN NOT news_query.is_like(value, pattern);
END $$;
CREATE FUNCTION news_query.is_not_ilike(value text, pattern text)
RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    RETURN NOT news_query.is_ilike(value, pattern);
END $$;
CREATE OPERATOR news_query.~~ (LEFTARG = text, RIGHTARG = text, FUNCTION = news_query.is_like);
CREATE OPERATOR news_query.~~* (LEFTARG = text, RIGHTARG = text, FUNCTION = news_query.is_ilike);
CREATE OPERATOR news_query.!~~ (LEFTARG = text, RIGHTARG = text, FUNCTION = news_query.is_not_like);
CREATE OPERATOR news_query.!~~* (LEFTARG = text, RIGHTARG = text, FUNCTION = news_query.is_not_ilike);

CREATE FUNCTION news_query.multiply(a numeric, b numeric) RETURNS numeric LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM news_query.check_number(a), news_query.check_number(b);
    RETURN news_query.check_number(a OPERATOR(pg_catalog.*) b);
END $$;
CREATE FUNCTION news_query.divide(a numeric, b numeric) RETURNS numeric LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
    PERFORM news_query.check_number(a), news_query.check_number(b);
    RETURN news_query.check_number(a OPERATOR(pg_catalog./) b);
END $$;
CREATE OPERATOR news_query.* (LEFTARG = numeric, RIGHTARG = numeric, FUNCTION = news_query.multiply);
CREATE OPERATOR news_query./ (LEFTARG = numeric, RIGHTARG = numeric, FUNCTION = news_query.divide);

-- With as many digits as a double has: exact ones can take hours.
CREATE FUNCTION news_query.power(a numeric, b numeric) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT
AS $$ SELECT pg_catalog.power(a::float8, b::float8)::numeric $$;
CREATE FUNCTION news_query.exp(a numeric) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT
AS $$ SELECT pg_catalog.exp(a::float8)::numeric $$;
CREATE FUNCTION news_query.ln(a numeric) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT
AS $$ SELECT pg_catalog.ln(a::float8)::numeric $$;
CREATE FUNCTION news_query.log(a numeric) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT
AS $$ SELECT pg_catalog.log(a::float8)::numeric $$;
CREATE FUNCTION news_query.log(a numeric, b numeric) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT
AS $$ SELECT (pg_catalog.ln(b::float8) OPERATOR(pg_catalog./) pg_catalog.ln(a::float8))::numeric $$;
CREATE FUNCTION news_query.sqrt(a numeric) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT
AS $$ SELECT pg_catalog.sqrt(a::float8)::numeric $$;
CREATE OPERATOR news_query.^ (LEFTARG = numeric, RIGHTARG = numeric, FUNCTION = news_query.power);
