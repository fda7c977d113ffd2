-- The back office's long lists: searched by a part of the words, filtered and sorted, page after page.

create extension if not exists pg_trgm with schema extensions;

-- A project may have it already, in another schema.
create function pg_temp.index_parts_of(index_name text, table_name regclass, column_name text) returns void
language plpgsql as $$
begin
  execute format(
    'create index %I on %s using gin (%I %I.gin_trgm_ops)', index_name, table_name, column_name,
    (select nspname from pg_catalog.pg_extension join pg_catalog.pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm')
  );
end
$$;

select pg_temp.index_parts_of('products_by_part_of_name', 'public.products', 'name');
create index products_by_name on public.products (name, id);
create index products_newest_of_budget on public.products (budget, created_at desc, id);
create index products_newest_featured on public.products (created_at desc, id) where is_featured;
create index products_newest_not_sample on public.products (created_at desc, id) where not is_sample;

-- Everything that a search for a lead looks at, in one column: a join of texts that no single field could match.
create function private.lead_search_text(name text, company text, email text, phone text, message text, products text[])
returns text
language sql immutable parallel safe set search_path = ''
as $$
  select concat_ws(
    E'\n', name, company, email, phone, message, array_to_string(products, E'\n'),
    -- A number is looked for as it was called from, however it was written.
    nullif(regexp_replace(phone, '\D', '', 'g'), phone)
  )
$$;
revoke execute on function private.lead_search_text(text, text, text, text, text, text[]) from public;
grant execute on function private.lead_search_text(text, text, text, text, text, text[]) to anon, authenticated, service_role;

alter table public.leads add column search_text text
generated always as (private.lead_search_text(name, company, email, phone, message, selected_products)) stored;
comment on column public.leads.search_text is 'What a search looks at; not shown.';
select pg_temp.index_parts_of('leads_by_part_of_text', 'public.leads', 'search_text');
drop function pg_temp.index_parts_of(text, regclass, text);

-- The policies' questions come before a condition that might tell of rows that they hide, and `ilike` counts as one of
-- those: asked of the tables themselves it reads every row. These functions ask who is calling first, and then use the
-- indexes above. Each statement is planned with its words, since a rare word and a common one are best found
-- differently.
create function private.containing(words text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select '%' || regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%'
$$;
revoke execute on function private.containing(text) from public;

create function private.search_products(words text) returns setof public.products
language plpgsql stable security definer set search_path = '' rows 100
as $$
begin
  if private.is_admin() then
    return query execute 'select product.* from public.products as product where product.name ilike $1'
    using private.containing(words);
  end if;
end
$$;
revoke execute on function private.search_products(text) from public;
grant execute on function private.search_products(text) to authenticated, service_role;

create function private.search_leads(words text) returns setof public.leads
language plpgsql stable security definer set search_path = '' rows 100
as $$
begin
  if private.is_admin() then
    return query execute 'select lead.* from public.leads as lead where lead.search_text ilike $1'
    using private.containing(words);
  end if;
end
$$;
revoke execute on function private.search_leads(text) from public;
grant execute on function private.search_leads(text) to authenticated, service_role;

create function public.search_products(words text) returns setof public.products
language sql stable set search_path = ''
as $$
  select * from private.search_products(words)
$$;
comment on function public.search_products is
  'Products with the words in their name, each character taken as it is and whatever its case. Nothing for anyone but administrators.';

create function public.search_leads(words text) returns setof public.leads
language sql stable set search_path = ''
as $$
  select * from private.search_leads(words)
$$;
comment on function public.search_leads is
  'Leads with the words in any of their texts, each character taken as it is and whatever its case. Nothing for anyone but administrators.';

revoke execute on function public.search_products(text), public.search_leads(text) from public;
revoke execute on function public.search_products(text), public.search_leads(text) from anon;
grant execute on function public.search_products(text), public.search_leads(text) to authenticated, service_role;

-- Images that no record shows: of the given names, or, without any, those that were left behind at least a day ago by
-- an upload whose save never came. Two products may share an image, so the database has to be asked.

-- The name of the stored image that an address shows, on whatever host and with whatever behind its path; null when it
-- shows none. Short, while an address may be too long for an index.
create function private.stored_image_name(address text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select name from substring(
    address from '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^/?#]*)?/storage/v1/object/public/product-images/([^/?#]*)'
  ) as name
  where private.is_product_image_name(name)
$$;
revoke execute on function private.stored_image_name(text) from public;
grant execute on function private.stored_image_name(text) to authenticated, service_role;

create index products_of_image on public.products (private.stored_image_name(image_url))
where private.stored_image_name(image_url) is not null;
create index client_logos_of_image on public.client_logos (private.stored_image_name(logo_url))
where private.stored_image_name(logo_url) is not null;

create function public.unused_product_images(candidates text[] default null) returns text[]
language sql stable set search_path = ''
as $$
  select array(
    select object.name from storage.objects as object
    where object.bucket_id = 'product-images'
      -- Others may lie there too: the bucket of a hosted project is open to its owner's tools. They are not ours to clear.
      and private.is_product_image_name(object.name)
      and case
        when candidates is null then object.created_at < now() - interval '1 day'
        else object.name = any (candidates)
      end
      and not exists (
        select from public.products as product
        where private.stored_image_name(product.image_url) = object.name
      )
      and not exists (
        select from public.client_logos as logo
        where private.stored_image_name(logo.logo_url) = object.name
      )
    order by object.name
    limit 1000
  )
$$;
comment on function public.unused_product_images is
  'Names of stored images that no record shows: of the candidates, or of those older than a day. Nothing for anyone but administrators, who alone see stored objects.';
revoke execute on function public.unused_product_images(text[]) from public;
revoke execute on function public.unused_product_images(text[]) from anon;
grant execute on function public.unused_product_images(text[]) to authenticated, service_role;

-- Where the server announces changes (a hosted project does), new leads are announced to those who may read them;
-- unless they are already, by the dashboard or with every other table.
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables)
    and not exists (
      select from pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = 'leads'
    )
  then
    alter publication supabase_realtime add table public.leads;
  end if;
end
$$;
