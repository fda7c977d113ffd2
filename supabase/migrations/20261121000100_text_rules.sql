-- What a text must look like, written once and used by every check and trigger that follows.
-- The schema `private` is not exposed by the API; what the roles of the API may run in it is granted one by one.
create schema private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- The text without the spaces around it: the same characters as JavaScript's `trim`, so that form and database agree.
create function private.trimmed(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select btrim(
    value,
    E' \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
  )
$$;

-- There is something to read, and no space around it.
create function private.is_given(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value <> '' and value = private.trimmed(value)
$$;

-- An address that a browser may open: http or https, a host, no spaces.
create function private.is_web_address(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select char_length(value) <= 2048 and value ~* '^https?://[^[:space:]/?#]+([/?#][^[:space:]]*)?$'
$$;

-- "A random number plus the original file extension" (specification, section 3); Math.random() brings a point with it.
create function private.is_product_image_name(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value ~* '^[0-9]{1,40}(\.[0-9]{1,40})?\.(jpg|jpeg|png|webp|avif|gif)$'
$$;

-- Where a file of the bucket product-images is found on whatever site serves it: the path, without scheme and host.
create function private.is_product_image_path(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select starts_with(value, '/storage/v1/object/public/product-images/')
    and private.is_product_image_name(substr(value, char_length('/storage/v1/object/public/product-images/') + 1))
$$;

-- An address of our own bucket loses scheme and host, so that images survive a move of the site; others stay as they are.
create function private.without_own_host(value text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when private.is_product_image_path(path) then path else value end
  from (select regexp_replace(value, '^https?://[^[:space:]/?#]+', '', 'i') as path) as own
$$;

revoke execute on all functions in schema private from public;
grant execute on all functions in schema private to anon, authenticated, service_role;
