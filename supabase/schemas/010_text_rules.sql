-- Rules about texts, used by the checks, triggers and functions that follow, two helpers, and the lists that the rest reads.
-- The API does not expose the schema `private`; the last file lists which roles may call which of its functions.
-- The rules are in PL/pgSQL because checks call them for each row, and PL/pgSQL starts faster there than SQL.

create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Makes a function of `private` callable through the API: by a function of the same name in `public` that has the caller's
-- rights, since the API exposes none that runs with its owner's.
create function private.expose(name text, description text) returns void
language plpgsql set search_path = '' as $$
declare
  exposed constant pg_catalog.pg_proc := (
    select pg_proc from pg_catalog.pg_proc where pronamespace = 'private'::regnamespace and proname = name
  );
begin
  execute format(
    'create function public.%1$I(%2$s) returns %3$s language sql %4$s %5$s set search_path = ''''
     begin atomic select %7$s private.%1$I(%6$s); end',
    name, pg_get_function_arguments(exposed.oid), pg_get_function_result(exposed.oid),
    case exposed.provolatile when 'v' then 'volatile' else 'stable' end,
    case when exposed.proretset then format('rows %s', exposed.prorows) end,
    (select string_agg('$' || position, ', ') from generate_series(1, exposed.pronargs) as position),
    -- The row of a table whole: its columns of today would not be those that a later migration adds.
    case when (select typrelid from pg_catalog.pg_type where oid = exposed.prorettype) = 0 then '* from' else '' end
  );
  execute format('comment on function public.%I is %L', name, description);
end
$$;

-- Ends with a sentence for the user unless a condition is true.
create function private.require(is_met boolean, refusal text, code text default '42501') returns void
language plpgsql set search_path = '' as $$
begin
  if is_met is not true then
    raise exception using message = refusal, errcode = code;
  end if;
end
$$;

-- The text without the spaces around it: the same characters as JavaScript's `trim`, so that form and database agree.
create function private.trimmed(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return btrim(
    value,
    E' \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
  );
end
$$;

create function private.is_trimmed_nonempty(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return value <> '' and value = private.trimmed(value);
end
$$;

-- An address that a browser may open: http or https, a host, no spaces.
create function private.is_web_address(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return char_length(value) <= 2048 and value ~* '^https?://[^[:space:]/?#]+([/?#][^[:space:]]*)?$';
end
$$;

-- The name of an object in the bucket product-images: "a random number plus the original file extension"
-- (product.md, section 3; Math.random() adds a point), or that of a size of an image, such as `7-320.webp`.
create function private.is_product_image_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return value ~* '^[0-9]{1,40}(\.[0-9]{1,40})?(-(320|480|960))?\.(jpg|jpeg|png|webp|avif|gif)$';
end
$$;

create function private.is_product_image_path(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return starts_with(value, '/storage/v1/object/public/product-images/')
    and private.is_product_image_name(substr(value, char_length('/storage/v1/object/public/product-images/') + 1));
end
$$;

-- Removes scheme and host from addresses in our own bucket, so that images survive a move of the site.
create function private.without_own_host(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case when private.is_product_image_path(path) then path else value end
  from (select regexp_replace(value, '^https?://[^[:space:]/?#]+', '', 'i') as path) as own
$$;

-- The name of the image that a size was made from.
create function private.original_image_name(name text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return regexp_replace(name, '-(320|480|960)(\.[a-z]+)$', '\2', 'i');
end
$$;

-- The name of the stored image that an address shows, whatever its host. Short enough for an index, which an address may not be.
create function private.stored_image_name(address text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  name constant text := substring(
    address from '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^/?#]*)?/storage/v1/object/public/product-images/([^/?#]*)'
  );
begin
  return case when private.is_product_image_name(name) then name end;
end
$$;

create function private.max_text_length(texts text[]) returns integer
language sql immutable strict parallel safe set search_path = ''
return coalesce((select max(char_length(value)) from unnest(texts) as value), 0);

-- All texts of a lead that a search looks at, with its reference, in lower case, since `like` costs a fraction of `ilike`.
create function private.lead_search_text(
  id uuid, name text, company text, email text, phone text, message text, products text[], city text
) returns text
language sql immutable parallel safe set search_path = '' as $$
  select lower(concat_ws(
    E'\n', name, company, email, phone, message, array_to_string(products, E'\n'), city, 'gw-' || left(id::text, 8),
    -- A number is searched as digits, however it was written.
    nullif(regexp_replace(phone, '\D', '', 'g'), phone)
  ))
$$;

-- The patterns for `like` of the first twenty words, one each, for texts in lower case.
create function private.word_patterns(words text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' order by position), '{}')
  from (select word, row_number() over (order by position) as position
    from regexp_split_to_table(lower(words), '\s+') with ordinality as parts (word, position) where word <> '') as words_in_order
  where position <= 20
$$;

-- The digits by which a telephone number is found however it is written: its last ten at most, without zeros and the
-- country code +91 before them. Null for words that are no number.
create function private.phone_digits(words text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select nullif(right(ltrim(regexp_replace(words, '^\s*(\+|00)91|\D', '', 'g'), '0'), 10), '')
  where words ~ '^([-\s+()./]*\d){5,}[-\s+()./]*$'
$$;

-- A form that every e-mail address has.
create function private.is_email_address(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
return char_length(value) <= 254 and value ~ '^[^[:space:]@]+@[^[:space:]@]+\.[^[:space:]@]+$';

create function private.is_address_list(addresses text[]) returns boolean
language sql immutable strict parallel safe set search_path = ''
return cardinality(addresses) = 0 or (
  array_ndims(addresses) = 1 and cardinality(addresses) <= 10
  and not exists (select from unnest(addresses) as address where private.is_email_address(address) is not true)
);

-- Whether the site sends e-mails to an address: written plainly, and with a host in ASCII. Quotes, comments, invisible
-- characters and a dot at the end would give a mailbox more spellings.
create function private.is_deliverable(address text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(
    char_length(address) <= 254 and address = normalize(address, nfkc)
    and address ~ '^[^\s@"\\()<>\[\],;:\u0001-\u001f\u007f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$',
    false
  )
$$;

-- The mailbox that an address leads to: in lower case, without what follows a plus sign, and at Gmail without dots. Limits
-- count mailboxes, so that a person has no second one by another spelling.
create function private.normalized_mailbox(address text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain
  end
  from (
    select
      regexp_replace(regexp_replace(lower(address), '@[^@]*$', ''), '(.)\+.*$', '\1') as name,
      rtrim(substring(lower(address) from '[^@]*$'), '.') as domain
  ) as parts
$$;

-- Texts that look the same, as one: compatibility forms, dashes and blanks are unified, characters without a width left out.
create function private.plain_text(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(
    normalize(value, nfkc), '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g'
  ), '[\u2010-\u2015\u2212]', '-', 'g'), '[\s\u1680\u2028\u2029]+', ' ', 'g'))
$$;

-- What names are compared by; `nameKey` in TypeScript does the same.
create function private.name_key(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select lower(private.plain_text(value)) $$;

-- The code as it is compared and stored. Null of an empty one.
create function private.normalize_code(code text) returns text
language sql immutable strict parallel safe set search_path = '' as $$ select nullif(private.plain_text(code), '') $$;

-- The budget bands (product.md, section 9), from the cheapest to the dearest.
create function private.budget_bands() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['Rs.10-100', 'Rs.100-500', 'Rs.500-1000', 'Rs.1000-2000', 'Rs.2000+']
$$;

-- Stands for what has no id among the ids that products are filtered by: a budget band, or what a product lacks, such as
-- 'theme' for those without a theme.
create function private.facet_id(name text) returns uuid
language sql immutable strict parallel safe set search_path = '' as $$
  select md5(name)::uuid
$$;
