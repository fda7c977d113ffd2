-- Who may do what (product.md, section 6; the role of sales goes beyond it). Administrators do everything in the back
-- office; sales handle leads, and read the catalogue. Policies are the whole protection: a server may grant every table
-- to every role, and the grants only repeat what the policies say.
-- One policy a table, verb and role. `(select ...)` makes what depends on the caller evaluate once a statement.

grant usage on schema public to anon, authenticated, service_role;

-- Policies do not apply to TRUNCATE, so a trigger refuses it to every role that policies bind.
create function private.refuse_truncate() returns trigger
language plpgsql set search_path = '' as $$
begin
  if row_security_active(tg_relid) then
    raise exception 'The table % may not be truncated', tg_table_name using errcode = '42501';
  end if;
  return null;
end
$$;

-- Notifies servers that cache responses: a table that visitors read has changed. The policies let a statement of
-- anyone but an administrator change no row.
create function private.notify_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') and not private.is_admin() then
    return null;
  end if;
  perform pg_catalog.pg_notify('giftwell_changes', '');
  return null;
end
$$;

-- Optimistic locking: each change increments the version, and a save that names an older version is refused. A restored
-- record goes on from the version that it had.
create function private.count_version() returns trigger
language plpgsql set search_path = '' as $$
declare
  former integer;
begin
  if tg_op = 'UPDATE' then
    former := old.version;
  elsif new.version <> 0 then
    -- Planned at each call: a plan for an empty table would read all of it.
    execute 'select (record ->> ''version'')::integer from public.deleted_records where id = $1' into former using new.id;
  end if;
  new.version := 1 + coalesce(former, 0);
  return new;
end
$$;

-- The secret key's role sees every row. A server whose administrator may not grant that gets a policy instead.
create function private.allow_service_role(protected regclass) returns void
language plpgsql set search_path = '' as $$
begin
  if not (select rolbypassrls from pg_roles where rolname = 'service_role') then
    execute format('create policy "the service role has full access" on %s to service_role using (true) with check (true)', protected);
  end if;
end
$$;

-- Protects a table: row level security, no grants but reading for accounts and those that follow, and TRUNCATE refused. Its readers
-- are staff or administrators; without any, policies for reading follow.
create function private.enable_row_security(protected regclass, readers text default null) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('alter table %s enable row level security', protected);
  execute format('revoke all on %s from anon, authenticated', protected);
  execute format('grant all on %s to service_role', protected);
  execute format('grant select on %s to authenticated', protected);
  perform private.allow_service_role(protected);
  execute format(
    'create trigger refuse_truncate before truncate on %s for each statement execute function private.refuse_truncate()',
    protected
  );
  if readers is not null then
    execute format(
      'create policy %I on %s for select to authenticated using ((select private.%I()))', readers || ' read', protected,
      case readers when 'staff' then 'is_staff' else 'is_admin' end
    );
  end if;
end
$$;

-- Older changes are only waiting for the purge.
select private.enable_row_security('public.record_history');
create policy "administrators read" on public.record_history for select to authenticated
using ((select private.is_admin()) and changed_at > now() - interval '1 year');

-- Writes what one statement has done to records; without who for the server's own writes, of which new records are left out.
create function private.record_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor constant uuid := auth.uid();
begin
  if tg_op = 'INSERT' then
    insert into public.record_history (entity, record_id, actor_id, kind)
    select tg_table_name, id, actor, 'created' from new_rows where actor is not null;
  elsif tg_op = 'DELETE' then
    insert into public.record_history (entity, record_id, actor_id, kind)
    select tg_table_name, id, actor, 'deleted' from old_rows;
  else
    -- Planned at each call: a plan for one row would compare each of thousands with each. Left out is what the database sets.
    execute
      'insert into public.record_history (entity, record_id, actor_id, kind, before, after)
       select $1, id, $2, ''changed'', difference.before, difference.after
       from (
         select new_rows.id, to_jsonb(old_rows) - $3 as before, to_jsonb(new_rows) - $3 as after
         from old_rows join new_rows using (id)
       ) as change
       cross join lateral (
         select jsonb_object_agg(field.key, field.value) as before, jsonb_object_agg(field.key, change.after -> field.key) as after
         from jsonb_each(change.before) as field where field.value is distinct from change.after -> field.key
       ) as difference
       where change.before <> change.after'
    using tg_table_name, actor, array['id', 'version', 'created_at'];
  end if;
  return null;
end
$$;

-- Writes what one statement has done to the links or facts of records that are still there. The arguments are the records'
-- table, the column of its id, that of the other end's, which is empty for facts, and the field.
create function private.record_links() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor constant uuid := auth.uid();
begin
  if tg_op <> 'DELETE' then
    insert into public.record_history (entity, record_id, actor_id, kind, after)
    select
      tg_argv[0], (link.row ->> tg_argv[1])::uuid, actor, 'linked',
      jsonb_build_object(tg_argv[3], jsonb_agg(coalesce(link.row -> tg_argv[2], link.row - tg_argv[1])))
    from (select to_jsonb(new_rows) as row from new_rows) as link where actor is not null group by 2;
  end if;
  if tg_op <> 'INSERT' then
    if exists (select from old_rows) then -- most statements of a product's save change no link
      execute format(
        'insert into public.record_history (entity, record_id, actor_id, kind, before)
         select $1, (link.row ->> $2)::uuid, $3, ''linked'', jsonb_build_object($4, jsonb_agg(coalesce(link.row -> $5, link.row - $2)))
         from (select to_jsonb(old_rows) as row from old_rows) as link
         join public.%I as record on record.id = (link.row ->> $2)::uuid group by 2',
        tg_argv[0]
      ) using tg_argv[0], tg_argv[1], actor, tg_argv[3], tg_argv[2];
    end if;
  end if;
  return null;
end
$$;

-- Trims every text of a row. An empty one is stored as null where its column may be null, and a logo in our own bucket
-- without the host.
create function private.normalize_texts() returns trigger
language plpgsql set search_path = '' as $$
begin
  new := jsonb_populate_record(new, coalesce((
    select jsonb_object_agg(field.key, case when attnotnull then normal.text else nullif(normal.text, '') end)
    from jsonb_each_text(to_jsonb(new)) as field
    cross join private.trimmed(field.value) as trimmed
    cross join lateral (values (case when field.key in ('logo_url', 'logo_dark_url', 'icon_url') then private.without_own_host(trimmed) else trimmed end)) as normal (text)
    join pg_attribute on attrelid = tg_relid and attname = field.key and atttypid = 'text'::regtype
    -- A band is chosen and not typed.
    where field.key <> 'budget' and (normal.text is distinct from field.value or normal.text = '')
  ), '{}'));
  return new;
end
$$;

-- The stored images that a record shows, with the rows that belong to it.
create function private.shown_image_names(record jsonb, links jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select stored
    from (
      select coalesce(record ->> 'image_url', record ->> 'logo_url') as url
      union all select picture ->> 'url' from jsonb_array_elements(links -> 'product_pictures') as picture
    ) as image
    cross join private.stored_image_name(image.url) as stored
    where stored is not null
  )
$$;

-- Before the foreign keys act, while the record is locked and its links and facts are there. A link table has the record on
-- one side or the other; ids are unique among all tables.
create function private.store_deleted_record() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  record constant jsonb := to_jsonb(old);
  links constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'subcategory_categories', (
      select jsonb_agg(link) from public.subcategory_categories as link where old.id in (subcategory_id, category_id)
    ),
    'product_industry_tags', (
      select jsonb_agg(link) from public.product_industry_tags as link where old.id in (product_id, industry_tag_id)
    ),
    'product_themes', (select jsonb_agg(link) from public.product_themes as link where old.id in (product_id, theme_id)),
    'product_doctor_type_tags', (
      select jsonb_agg(link) from public.product_doctor_type_tags as link where old.id in (product_id, doctor_type_tag_id)
    ),
    'products', (
      select jsonb_agg(jsonb_build_object('id', id, 'category_id', category_id, 'subcategory_id', subcategory_id))
      from public.products where old.id in (category_id, subcategory_id)
    ),
    'product_branding_methods', (
      select jsonb_agg(link) from public.product_branding_methods as link where old.id in (product_id, branding_method_id)
    ),
    'product_pictures', (select jsonb_agg(fact) from public.product_pictures as fact where product_id = old.id),
    'product_colours', (select jsonb_agg(fact) from public.product_colours as fact where product_id = old.id),
    'product_parts', (select jsonb_agg(fact) from public.product_parts as fact where product_id = old.id),
    'product_terms', (select jsonb_agg(fact) from public.product_terms as fact where product_id = old.id),
    'product_price_breaks', (select jsonb_agg(fact) from public.product_price_breaks as fact where product_id = old.id)
  ));
begin
  insert into public.deleted_records (id, entity, name, record, links, products, image_names)
  values (
    old.id, tg_table_name, coalesce(record ->> 'name', record ->> 'title', record ->> 'words'), record, links,
    (
      select count(distinct coalesce(link ->> 'product_id', link ->> 'id'))
      from jsonb_each(links) as kind, jsonb_array_elements(kind.value) as link
      where coalesce(link ->> 'product_id', link ->> 'id') <> old.id::text
    ),
    private.shown_image_names(record, links)
  )
  on conflict (id) do update set
    entity = excluded.entity, name = excluded.name, record = excluded.record, links = excluded.links,
    products = excluded.products, image_names = excluded.image_names, deleted_at = excluded.deleted_at;
  -- What is looked for at each visit is there, or was changed.
  delete from private.demo_records where id = old.id;
  return old;
end
$$;

-- Calls a trigger function after each statement of these events, with new_rows and old_rows: only a trigger of one event has
-- them.
create function private.after_changes(
  changed regclass, name text, handler text, events text[] default '{insert,update,delete}'
) returns void
language plpgsql set search_path = '' as $$
declare
  event text;
begin
  foreach event in array events loop
    execute format(
      'create trigger %1$s_on_%2$s after %2$s on %3$s %4$s execute function private.%5$s', name, event, changed,
      case event
        when 'insert' then 'referencing new table as new_rows'
        when 'update' then 'referencing old table as old_rows new table as new_rows'
        when 'delete' then 'referencing old table as old_rows'
      end,
      handler
    );
  end loop;
end
$$;

-- The rights on a table that the back office manages, and the triggers of its records. Only administrators write it. Its readers are
-- everyone, staff or administrators; without any, policies for reading follow. Its deleted records can be restored, if wanted.
create function private.set_up_managed_table(managed regclass, readers text default null, is_restorable boolean default true) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.enable_row_security(managed, nullif(readers, 'everyone'));
  execute format('grant insert, update, delete on %s to authenticated', managed);
  if readers = 'everyone' then
    execute format('grant select on %s to anon', managed);
    execute format('create policy "everyone reads" on %s for select to anon, authenticated using (true)', managed);
  end if;
  execute format(
    'create policy "administrators create" on %s for insert to authenticated with check ((select private.is_admin()))', managed
  );
  execute format(
    'create policy "administrators change" on %s for update to authenticated
     using ((select private.is_admin())) with check ((select private.is_admin()))',
    managed
  );
  execute format(
    'create policy "administrators delete" on %s for delete to authenticated using ((select private.is_admin()))', managed
  );
  execute format(
    'create trigger notify_change after insert or update or delete or truncate on %s execute function private.notify_change()', managed
  );
  if exists (select from pg_attribute where attrelid = managed and attname = 'version') then
    execute format(
      'create trigger count_version before insert or update on %1$s for each row execute function private.count_version();
       create trigger normalize before insert or update on %1$s for each row execute function private.normalize_texts()',
      managed
    );
    perform private.after_changes(managed, 'record_history', 'record_changes()');
    if is_restorable then
      execute format(
        'create trigger store_deleted_record before delete on %s for each row execute function private.store_deleted_record()', managed
      );
    end if;
  end if;
end
$$;

select private.set_up_managed_table(managed, 'everyone') from unnest(array[
  'public.categories', 'public.subcategories', 'public.subcategory_categories', 'public.industry_tags',
  'public.doctor_type_tags', 'public.themes', 'public.branding_methods', 'public.stats_blocks', 'public.client_logos'
]::regclass[]) as managed;
select private.set_up_managed_table('public.products');
-- No customer reads what a product costs us, nor from whom it comes.
select private.set_up_managed_table(
  format('public.%I', name)::regclass, case when name in ('product_terms', 'product_price_breaks') then 'staff' end
) from private.link_tables() where one = 'products';
select private.after_changes(
  format('public.%I', name)::regclass, 'record_history',
  format(
    'record_links(%L, %L, %L, %L)', one, one_id, coalesce(case when name <> 'product_branding_methods' then other_id end, ''),
    case when other is null or name = 'product_branding_methods' then substr(name, 9) else regexp_replace(other_id, '(_tag)?_id$', '_ids') end
  )
) from private.link_tables();

-- The addresses for notices and of the sender are not everyone's to read.
select private.set_up_managed_table('public.site_settings', 'administrators', false);

-- Only the back office reads the texts of replies and the lines of equal words.
select private.set_up_managed_table(managed, 'staff') from unnest('{public.reply_templates,public.search_words}'::regclass[]) as managed;

-- How many products the catalogue shows, of more than 10,000 as 10,001; null while one is there as the demo brought it. Its body is read when it runs: the tables are
-- made later.
create function private.own_products() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from private.demo_records join public.products using (id, version)) then
    return null;
  end if;
  return (select count(*) from (select from private.product_search where is_sample limit 10001) as counted);
end
$$;

create function private.site_details() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', name, 'footer_tagline', footer_tagline, 'logo_url', logo_url, 'logo_dark_url', logo_dark_url, 'icon_url', icon_url,
    'colour_scheme', colour_scheme, 'colour_primary', colour_primary,
    'colour_accent', colour_accent, 'contact_email', contact_email, 'contact_phone', contact_phone,
    'second_phone', second_phone, 'second_phone_label', second_phone_label,
    'contact_address', contact_address, 'whatsapp_number', whatsapp_number, 'grievance_contact', grievance_contact, 'counts', nullif(counts_visits, true),
    'pharma_hints', nullif(pharma_hints, true), 'hero_headline', hero_headline, 'hero_text', hero_text,
    'hero_image_url', hero_image_url, 'hero_image_alt', hero_image_alt, 'terms_changed_on', terms_changed_on,
    'claimed_products', claimed_products, 'claimed_members', claimed_members, 'claimed_answer', claimed_answer,
    'claimed_compliance', claimed_compliance, 'own_products', own_products,
    'offers_samples', nullif(offers_samples, true), 'sample_charge', sample_charge, 'sample_return_days', sample_return_days,
    -- Whether the catalogue shows gifts of the industry that the home page names.
    'sells_pharma', nullif(own_products is not null and exists (
      select from public.industry_tags as industry
      join public.product_industry_tags as link on link.industry_tag_id = industry.id
      join public.products as product on product.id = link.product_id
      where lower(industry.name) = 'pharmaceutical' and product.is_sample
    ), false)
  ))
  from private.own_products() as own_products left join public.site_settings on true
$$;
select private.expose('site_details',
  'What the owner has set of what every page shows: "counts" and "pharma_hints" are there where they are off, "terms_changed_on" where the page /terms is, and once no product is as the demo brought it "own_products", how many the catalogue shows, at most 10,001, and "sells_pharma".');

create function private.privacy_text() returns text
language sql stable security definer set search_path = '' as $$
  select privacy_text from public.site_settings
$$;
select private.expose('privacy_text', 'The owner''s text about privacy; null for the website''s own.');

create function private.terms_text() returns text
language sql stable security definer set search_path = '' as $$
  select terms from public.site_settings
$$;
select private.expose('terms_text', 'The text of the page /terms; null where there is none.');

-- Products: the home page's for visitors, the catalogue for customers, all for the back office.
-- The ids come from a function because a policy that reads its own table would recurse.
create function private.home_page_product_ids() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select products.id from public.products
    where products.is_sample and products.is_featured
    order by products.featured_order nulls first, products.created_at desc, products.id
    limit 6
  )
$$;

grant select on public.products to anon;
create policy "visitors read featured products" on public.products for select to anon
using (id = any ((select private.home_page_product_ids())::uuid[]));
create policy "customers read samples, staff read all" on public.products for select to authenticated
using (is_sample or (select private.is_staff()));

-- Links and facts show no more than their product does: the subquery is itself under the policies of products.
create function private.show_with_product(fact_table regclass) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'grant select on %1$s to anon;
     create policy "visitors read those of featured products" on %1$s for select to anon
       using (product_id = any ((select private.home_page_product_ids())::uuid[]));
     create policy "readable with their product" on %1$s for select to authenticated
       using ((select private.is_staff()) or exists (select from public.products where products.id = product_id))',
    fact_table
  );
end
$$;
select private.show_with_product(format('public.%I', name)::regclass)
from private.link_tables() where one = 'products' and name not in ('product_terms', 'product_price_breaks');

-- Leads: from anyone, dated by the server's clock; read by the back office; changed and deleted by no role of the API.
select private.enable_row_security('public.leads', 'staff');
grant insert on public.leads to anon, authenticated;
create policy "anyone inserts a lead dated now" on public.leads for insert to anon, authenticated with check (created_at = now());

-- Accounts: everyone reads their own profile, and no role of the API writes one.
select private.enable_row_security('public.profiles');
create policy "accounts read their own profile" on public.profiles for select to authenticated using (id = (select auth.uid()));

-- Favourites: everyone's own, of products that they see.
select private.enable_row_security('public.favourites');
grant insert, delete on public.favourites to authenticated;
create policy "customers read their own favourites" on public.favourites for select to authenticated
using (user_id = (select auth.uid()));
create policy "customers insert their own favourites" on public.favourites for insert to authenticated
with check (
  user_id = (select auth.uid())
  and exists (select from public.products where products.id = product_id and products.is_sample)
);
create policy "customers delete their own favourites" on public.favourites for delete to authenticated
using (user_id = (select auth.uid()));

-- Views of lists: everyone of the back office writes their own, and reads those of others, which are shared by address.
select private.enable_row_security('public.list_views');
grant insert, update, delete on public.list_views to authenticated;
create policy "staff read named views and their own columns" on public.list_views for select to authenticated
using ((select private.is_staff()) and (name is not null or owner_id = (select auth.uid())));
create policy "staff insert their own views" on public.list_views for insert to authenticated
with check ((select private.is_staff()) and owner_id = (select auth.uid()));
create policy "staff update their own views" on public.list_views for update to authenticated
using ((select private.is_staff()) and owner_id = (select auth.uid()))
with check ((select private.is_staff()) and owner_id = (select auth.uid()));
create policy "staff delete their own views" on public.list_views for delete to authenticated
using ((select private.is_staff()) and owner_id = (select auth.uid()));
