-- One row a product with all that lists filter, search, sort and page by (docs/decisions): the ids of its category,
-- subcategory, industries, themes and doctor types are in one array, so one GIN index answers every combination of
-- filters. Triggers keep it true. It is no part of `products`, so that `select *` does not show it, a change of links
-- does not count as a change of the product, and few indexes are written for it.
select set_config('lock_timeout', '5s', true);

create table private.product_search (
  -- No foreign key: its checks would keep the plan of a session's first write, too, and slow a later import down.
  product_id uuid primary key,
  created_at timestamptz not null,
  is_sample boolean not null,
  is_featured boolean not null,
  name text not null,
  -- In lower case, since `like` costs a fraction of `ilike`. Generated, so that a restored backup has it by the rules of
  -- its new database.
  search_name text not null generated always as (lower(name)) stored,
  -- A budget band has no id; its facet is md5(budget)::uuid. What a product lacks is a facet, too: md5('theme')::uuid is
  -- that of products without a theme, as of those without a category, subcategory, budget, industry, doctor_type, image or
  -- video.
  facet_ids uuid[] not null
);
alter table private.product_search enable row level security;
revoke all on private.product_search from public, anon, authenticated, service_role;

create index product_search_facets on private.product_search using gin (facet_ids);
select private.create_trigram_index('product_search_parts_of_name', 'private.product_search', 'search_name');
create index product_search_newest on private.product_search (created_at desc, product_id);
create index product_search_newest_by_sample on private.product_search (is_sample, created_at desc, product_id);
create index product_search_newest_featured on private.product_search (created_at desc, product_id) where is_featured;
create index product_search_by_name on private.product_search (name, product_id);

-- Writes the rows of products from the products and their links. The statements are dynamic because a session would
-- cache their plans from its first writes, of few rows, and use them for thousands.
create function private.refresh_product_search(product_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- A deleted product's links trigger this, too.
  product_ids := array(select product.id from unnest(product_ids) as wanted (id) join public.products as product using (id));
  if product_ids = '{}' then
    return;
  end if;
  -- Locked in an order first, so that the next statement sees the links of every transaction that wrote these rows.
  execute 'select from private.product_search where product_id = any ($1) order by product_id for update' using product_ids;
  execute $statement$
    insert into private.product_search (product_id, created_at, is_sample, is_featured, name, facet_ids)
    select
      id, created_at, is_sample, is_featured, name,
      array_remove(
        array[
          coalesce(category_id, md5('category')::uuid),
          coalesce(subcategory_id, md5('subcategory')::uuid),
          md5(coalesce(budget, 'budget'))::uuid,
          case when image_url is null then md5('image')::uuid end,
          case when video_url is null then md5('video')::uuid end
        ]
          || coalesce(
            nullif(array(select industry_tag_id from public.product_industry_tags where product_id = product.id), '{}'),
            array[md5('industry')::uuid]
          )
          || coalesce(
            nullif(array(select theme_id from public.product_themes where product_id = product.id), '{}'), array[md5('theme')::uuid]
          )
          || coalesce(
            nullif(array(select doctor_type_tag_id from public.product_doctor_type_tags where product_id = product.id), '{}'),
            array[md5('doctor_type')::uuid]
          ),
        null
      )
    from public.products as product
    where id = any ($1)
    on conflict (product_id) do update set
      created_at = excluded.created_at, is_sample = excluded.is_sample, is_featured = excluded.is_featured,
      name = excluded.name, facet_ids = excluded.facet_ids
  $statement$ using product_ids;
end
$$;

-- Transition tables exist for the events that name them only.
create function private.update_product_search() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  deleted uuid[];
begin
  if tg_op = 'INSERT' then
    perform private.refresh_product_search(array(select id from new_rows));
  elsif tg_op = 'UPDATE' then
    deleted := array(select id from old_rows except select id from new_rows);
    perform private.refresh_product_search(array(
      select id
      from (
        select id, created_at, is_sample, is_featured, name, category_id, subcategory_id, budget, image_url, video_url from new_rows
        except
        select id, created_at, is_sample, is_featured, name, category_id, subcategory_id, budget, image_url, video_url from old_rows
      ) as changed
    ));
  elsif tg_op = 'DELETE' then
    deleted := array(select id from old_rows);
  else
    -- A hosted project refuses statements without a condition.
    delete from private.product_search where true;
  end if;
  if deleted <> '{}' then
    execute 'delete from private.product_search where product_id = any ($1)' using deleted;
  end if;
  return null;
end
$$;

create function private.update_product_search_of_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'TRUNCATE' then
    perform private.refresh_product_search(array(select id from public.products));
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.refresh_product_search(array(select distinct product_id from old_rows));
  end if;
  if tg_op <> 'DELETE' then
    perform private.refresh_product_search(array(select distinct product_id from new_rows));
  end if;
  return null;
end
$$;

do $$
declare
  target record;
  event record;
begin
  for target in
    select * from (values
      ('products', 'update_product_search'), ('product_industry_tags', 'update_product_search_of_links'),
      ('product_themes', 'update_product_search_of_links'), ('product_doctor_type_tags', 'update_product_search_of_links')
    ) as targets (table_name, function_name)
  loop
    for event in
      select * from (values
        ('insert', 'referencing new table as new_rows'), ('delete', 'referencing old table as old_rows'),
        ('update', 'referencing old table as old_rows new table as new_rows'), ('truncate', '')
      ) as events (name, transition_tables)
    loop
      execute format(
        'create trigger update_product_search_on_%s after %1$s on public.%I %s for each statement execute function private.%I()',
        event.name, target.table_name, event.transition_tables, target.function_name
      );
    end loop;
  end loop;
end
$$;
