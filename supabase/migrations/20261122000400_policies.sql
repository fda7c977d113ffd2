-- Who may do what (specification, section 6). Policies are the whole protection: a server may grant every table to
-- every role, and the grants only repeat what the policies say.
-- One policy a table, verb and role. `(select ...)` makes what depends on the caller evaluate once a statement.
select set_config('lock_timeout', '5s', true);

grant usage on schema public to anon, authenticated, service_role;

-- TRUNCATE asks no policy, so a trigger refuses it to every role that policies bind.
create function private.refuse_truncate() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if row_security_active(tg_relid) then
    raise exception 'The table % may not be truncated', tg_table_name using errcode = '42501';
  end if;
  return null;
end
$$;

-- Notifies servers that cache responses: a table that visitors read has changed. The policies let a statement of
-- anybody but an administrator change no row.
create function private.notify_change() returns trigger
language plpgsql set search_path = ''
as $$
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
language plpgsql set search_path = ''
as $$
begin
  new.version := 1 + case
    when tg_op = 'UPDATE' then old.version
    else coalesce((select (record ->> 'version')::integer from public.deleted_records where id = new.id), 0)
  end;
  return new;
end
$$;

-- The secret key's role sees every row. A server whose administrator may not grant that gets a policy instead.
create function private.let_secret_key_in(protected regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  if not (select rolbypassrls from pg_roles where rolname = 'service_role') then
    execute format('create policy "full access of the secret key" on %s to service_role using (true) with check (true)', protected);
  end if;
end
$$;

-- Protects a table: row level security, no grants but those that follow, and TRUNCATE refused.
create function private.protect(protected regclass) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('alter table %s enable row level security', protected);
  execute format('revoke all on %s from anon, authenticated', protected);
  execute format('grant all on %s to service_role', protected);
  perform private.let_secret_key_in(protected);
  execute format(
    'create trigger refuse_truncate before truncate on %s for each statement execute function private.refuse_truncate()',
    protected
  );
end
$$;

-- What every table that the back office manages has: only administrators write it, changes invalidate caches and are
-- versioned where the table has a version. `everyone_reads` shows all of its rows to everyone; without it, policies
-- for reading follow.
create function private.manage(managed regclass, everyone_reads boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.protect(managed);
  execute format('grant select on %s to anon, authenticated', managed);
  execute format('grant insert, update, delete on %s to authenticated', managed);
  if everyone_reads then
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
    'create trigger notify_change after insert or update or delete or truncate on %s
     for each statement execute function private.notify_change()',
    managed
  );
  if exists (select from pg_attribute where attrelid = managed and attname = 'version') then
    execute format('comment on column %s.version is ''Incremented by each change.''', managed);
    execute format(
      'create trigger count_version before insert or update on %s for each row execute function private.count_version()',
      managed
    );
  end if;
end
$$;

select private.manage('public.categories', true);
select private.manage('public.subcategories', true);
select private.manage('public.subcategory_categories', true);
select private.manage('public.industry_tags', true);
select private.manage('public.doctor_type_tags', true);
select private.manage('public.themes', true);
select private.manage('public.stats_blocks', true);
select private.manage('public.client_logos', true);
select private.manage('public.products', false);
select private.manage('public.product_industry_tags', false);
select private.manage('public.product_themes', false);
select private.manage('public.product_doctor_type_tags', false);

-- The addresses for notices and of the sender are not everyone's to read.
select private.manage('public.site_settings', false);
revoke select on public.site_settings from anon;
create policy "administrators read" on public.site_settings for select to authenticated
using ((select private.is_admin()));

create function private.site_details() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (
      select jsonb_strip_nulls(jsonb_build_object(
        'name', name, 'footer_tagline', footer_tagline, 'logo_url', logo_url, 'colour_primary', colour_primary,
        'colour_accent', colour_accent, 'contact_email', contact_email, 'contact_phone', contact_phone,
        'contact_address', contact_address, 'whatsapp_number', whatsapp_number
      )) from public.site_settings
    ),
    '{}'
  )
$$;

create function public.site_details() returns jsonb
language sql stable set search_path = ''
as $$
  select private.site_details()
$$;
comment on function public.site_details is
  'What the owner has set of what every page shows: {"name", "footer_tagline", "logo_url", "colour_primary", "colour_accent", "contact_email", "contact_phone", "contact_address", "whatsapp_number"}, without what is not set.';

create function private.privacy_text() returns text
language sql stable security definer set search_path = ''
as $$
  select privacy_text from public.site_settings
$$;

create function public.privacy_text() returns text
language sql stable set search_path = ''
as $$
  select private.privacy_text()
$$;
comment on function public.privacy_text is 'The owner''s text about privacy; null for the website''s own.';

-- Products: the home page's for visitors, the catalogue for customers, all for administrators.
-- The ids come from a function because a policy that reads its own table would recurse.
create function private.home_page_product_ids() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select products.id from public.products
    where products.is_sample and products.is_featured
    order by products.created_at desc, products.id
    limit 6
  )
$$;

create policy "visitors read the home page's" on public.products for select to anon
using (id = any ((select private.home_page_product_ids())::uuid[]));
create policy "customers read the catalogue, administrators all" on public.products for select to authenticated
using (is_sample or (select private.is_admin()));

-- Links show no more than their product does: the subquery is itself under the policies of products.
do $$
declare
  link text;
begin
  foreach link in array array['product_industry_tags', 'product_themes', 'product_doctor_type_tags'] loop
    execute format(
      'create policy "visitors read the home page''s" on public.%I for select to anon
       using (product_id = any ((select private.home_page_product_ids())::uuid[]))',
      link
    );
    execute format(
      'create policy "as far as their product is read" on public.%I for select to authenticated
       using ((select private.is_admin()) or exists (select from public.products where products.id = product_id))',
      link
    );
  end loop;
end
$$;

-- Leads: from anyone, dated by the server's clock; read by administrators; changed and deleted by no role of the API.
select private.protect('public.leads');
grant insert on public.leads to anon, authenticated;
grant select on public.leads to authenticated;
create policy "anyone inquires now" on public.leads for insert to anon, authenticated
with check (created_at = now());
create policy "administrators read" on public.leads for select to authenticated
using ((select private.is_admin()));

-- Accounts: everyone reads their own profile, and no role of the API writes one.
select private.protect('public.profiles');
grant select on public.profiles to authenticated;
create policy "own profile" on public.profiles for select to authenticated
using (id = (select auth.uid()));

-- Favourites: everyone's own, of products that they see.
select private.protect('public.favourites');
grant select, insert, delete on public.favourites to authenticated;
create policy "own favourites" on public.favourites for select to authenticated
using (user_id = (select auth.uid()));
create policy "own favourites of the catalogue" on public.favourites for insert to authenticated
with check (
  user_id = (select auth.uid())
  and exists (select from public.products where products.id = product_id and products.is_sample)
);
create policy "own favourites, deleted" on public.favourites for delete to authenticated
using (user_id = (select auth.uid()));
