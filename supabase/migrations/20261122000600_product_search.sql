-- One row a product with all that lists filter, search, sort and page by (docs/decisions): the ids of its category,
-- subcategory, industries, themes and doctor types are in one array, so one GIN index answers every combination of
-- filters. Triggers keep it true. It is no part of `products`, so that `select *` does not show it, a change of links
-- does not count as a change of the product, and few indexes are written for it.
select set_config('lock_timeout', '5s', true);

-- The words of a text in its order, in lower case and without accents.
create function private.split_words(value text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return array_remove(
    -- Separators are those of ASCII, spaces and the signs between letters and symbols of the basic plane.
    regexp_split_to_array(
      regexp_replace(lower(normalize(value, nfkd)), '[\u0300-\u036f]', '', 'g'),
      '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u2bff\u3000-\u303f]+'
    ),
    ''
  );
end
$$;

-- The words of a text as searches compare them, each once: in lower case, without accents and without the ending of a
-- plural. Plurals are English, and both sides of a comparison lose the same letters, so that a word need not be one.
create function private.search_words(value text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return array(
    select distinct
      case
        when char_length(word) <= 3 then word
        when word ~ '^.{2,}[^aeiou]ies?$' then regexp_replace(word, 'ies?$', 'y')
        when word ~ '(ss|x|z|ch|sh)es$' then left(word, -2)
        when word like '%s' and word not like '%ss' then left(word, -1)
        else word
      end
    from unnest(private.split_words(value)) as word
    order by 1
  );
end
$$;

-- A word and what is left of it without one of its letters. Two words with one of these in common differ by one letter
-- that is missing, added, other or exchanged with the next one, or by little more. Short words are like too many others.
create function private.near_spellings(word text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  spellings text[] := array[word];
begin
  if char_length(word) between 3 and 40 then
    for place in 1..char_length(word) loop
      spellings := spellings || overlay(word placing '' from place for 1);
    end loop;
  end if;
  return spellings;
end
$$;

-- The words of all products' names, with the nil UUID as facet_id, and of the names of categories and tags. A word of a
-- product that is deleted stays: it finds nothing, and no response shows it.
create table private.search_words (
  -- Compared by code points, so that a range of the index has the words that begin alike.
  word text collate "C" not null,
  facet_id uuid not null,
  near_spellings text[] not null generated always as (private.near_spellings(word)) stored,
  primary key (word, facet_id)
);
comment on table private.search_words is 'The words of the names of products, categories and tags, for the search of the catalogue.';
alter table private.search_words enable row level security;
revoke all on private.search_words from public, anon, authenticated, service_role;
create index search_words_of_facet on private.search_words (facet_id);
create index search_words_by_spelling on private.search_words using gin (near_spellings);

create table private.product_search (
  -- No foreign key: its checks would keep the plan of a session's first write, too, and slow a later import down.
  product_id uuid primary key,
  created_at timestamptz not null,
  is_sample boolean not null,
  is_featured boolean not null,
  name text not null,
  -- From the cheapest budget band, 1, to the dearest, 5; 6 of products without one.
  budget_rank smallint not null,
  -- In lower case, since `like` costs a fraction of `ilike`. Generated, so that a restored backup has it by the rules of
  -- its new database.
  search_name text not null generated always as (lower(name)) stored,
  -- The supplier's code, in lower case; only the back office searches it.
  sku text,
  words text[] not null generated always as (private.search_words(name)) stored,
  -- A budget band has no id; its facet is md5(budget)::uuid. What a product lacks is a facet, too: md5('theme')::uuid is
  -- that of products without a theme, as of those without a category, subcategory, budget, industry, doctor_type, image or
  -- video.
  facet_ids uuid[] not null,
  -- Products with the same facets have the same, so that the catalogue's values are counted by a small index.
  -- Collisions: 1 in 2^64.
  facets_hash bigint not null generated always as (hash_array_extended(facet_ids, 0)) stored
);
comment on table private.product_search is 'One row a product: denormalised from products and their links, for lists and searches.';
alter table private.product_search enable row level security;
revoke all on private.product_search from public, anon, authenticated, service_role;

create index product_search_facets on private.product_search using gin (facet_ids);
create index product_search_alike on private.product_search (is_sample, facets_hash);
create index product_search_words on private.product_search using gin (words);
select private.create_trigram_index('product_search_parts_of_name', 'private.product_search', 'search_name');
select private.create_trigram_index('product_search_parts_of_sku', 'private.product_search', 'sku');
create index product_search_newest on private.product_search (created_at desc, product_id);
create index product_search_newest_by_sample on private.product_search (is_sample, created_at desc, product_id);
create index product_search_newest_featured on private.product_search (created_at desc, product_id) where is_featured;
create index product_search_by_name on private.product_search (name, product_id);
-- The orders of the catalogue; products without a budget are last in both orders by budget.
create index product_search_samples_by_name on private.product_search (is_sample, search_name, created_at desc, product_id);
create index product_search_cheapest on private.product_search (is_sample, budget_rank, created_at desc, product_id);
create index product_search_dearest on private.product_search (is_sample, (-(budget_rank % 6)), created_at desc, product_id);

-- Writes the rows of products from the products and their links. The statements are dynamic because a session would
-- cache their plans from its first writes, of few rows, and use them for thousands.
create function private.refresh_product_search(product_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- A statement that changed no link triggers this, too.
  if product_ids = '{}' or current_setting('giftwell.product_search', true) = 'deferred' then
    return;
  end if;
  -- As do a deleted product's links.
  execute 'select array(select id from public.products where id = any ($1))' into product_ids using product_ids;
  if product_ids = '{}' then
    return;
  end if;
  -- Locked in an order first, so that the next statement sees the links of every transaction that wrote these rows.
  execute 'select from private.product_search where product_id = any ($1) order by product_id for update' using product_ids;
  execute $statement$
    insert into private.product_search (product_id, created_at, is_sample, is_featured, name, sku, budget_rank, facet_ids)
    select
      id, created_at, is_sample, is_featured, name, lower(sku),
      coalesce(array_position(array['Rs.10-100', 'Rs.100-500', 'Rs.500-1000', 'Rs.1000-2000', 'Rs.2000+'], budget), 6),
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
      name = excluded.name, sku = excluded.sku, budget_rank = excluded.budget_rank, facet_ids = excluded.facet_ids
  $statement$ using product_ids;
  -- In an order, so that writers of the same words wait for each other in turn.
  execute $statement$
    insert into private.search_words (word, facet_id)
    select distinct unnest(words) as word, '00000000-0000-0000-0000-000000000000'::uuid
    from private.product_search where product_id = any ($1) order by word
    on conflict do nothing
  $statement$ using product_ids;
end
$$;

-- Defers the refreshes of this transaction: one for all statements takes less time than one for each.
create function private.defer_product_search() returns void
language sql set search_path = ''
as $$
  select set_config('giftwell.product_search', 'deferred', true)
$$;

-- Refreshes what was deferred; later statements refresh at once again.
create function private.refresh_deferred_product_search(product_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('giftwell.product_search', '', true);
  perform private.refresh_product_search(product_ids);
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
        select id, created_at, is_sample, is_featured, name, sku, category_id, subcategory_id, budget, image_url, video_url from new_rows
        except
        select id, created_at, is_sample, is_featured, name, sku, category_id, subcategory_id, budget, image_url, video_url from old_rows
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

-- Refreshes the rows of the products whose links a statement has changed.
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

-- Replaces the words of the names of categories and tags that a statement has changed.
create function private.update_search_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    delete from private.search_words where facet_id in (select id from old_rows);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.search_words (word, facet_id)
    select word, id from new_rows cross join unnest(private.search_words(name)) as word
    on conflict do nothing;
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
    select 'products' as table_name, 'update_product_search' as function_name
    union all select name, 'update_product_search_of_links' from private.link_tables() where one = 'products'
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
  for target in
    select * from unnest(array['categories', 'subcategories', 'industry_tags', 'themes', 'doctor_type_tags']) as targets (table_name)
  loop
    for event in
      select * from (values
        ('insert', 'referencing new table as new_rows'), ('delete', 'referencing old table as old_rows'),
        ('update', 'referencing old table as old_rows new table as new_rows')
      ) as events (name, transition_tables)
    loop
      execute format(
        'create trigger update_search_words_on_%s after %1$s on public.%I %s for each statement execute function private.update_search_words()',
        event.name, target.table_name, event.transition_tables
      );
    end loop;
  end loop;
end
$$;
