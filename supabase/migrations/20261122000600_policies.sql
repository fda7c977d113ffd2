-- Who may do what (specification, section 6). Policies are the whole protection: a server may grant every table to
-- every role, and the grants at the end only say the same thing once more.
-- One policy a table, verb and role; what the caller is gets asked once a statement, hence the `(select ...)`.

alter table public.profiles enable row level security;
alter table public.categories enable row level security;
alter table public.subcategories enable row level security;
alter table public.subcategory_categories enable row level security;
alter table public.industry_tags enable row level security;
alter table public.doctor_type_tags enable row level security;
alter table public.themes enable row level security;
alter table public.products enable row level security;
alter table public.product_industry_tags enable row level security;
alter table public.product_themes enable row level security;
alter table public.product_doctor_type_tags enable row level security;
alter table public.leads enable row level security;
alter table public.stats_blocks enable row level security;
alter table public.client_logos enable row level security;

-- Accounts: everyone reads their own profile, and nobody writes one.
create policy "own profile" on public.profiles for select to authenticated
using (id = (select auth.uid()));

-- What the public pages and their filters show in full.
create policy "everyone reads" on public.categories for select to anon, authenticated using (true);
create policy "everyone reads" on public.subcategories for select to anon, authenticated using (true);
create policy "everyone reads" on public.subcategory_categories for select to anon, authenticated using (true);
create policy "everyone reads" on public.industry_tags for select to anon, authenticated using (true);
create policy "everyone reads" on public.doctor_type_tags for select to anon, authenticated using (true);
create policy "everyone reads" on public.themes for select to anon, authenticated using (true);
create policy "everyone reads" on public.stats_blocks for select to anon, authenticated using (true);
create policy "everyone reads" on public.client_logos for select to anon, authenticated using (true);

-- Products: the home page's for visitors, the catalogue for customers, all for administrators.
-- The ids come from a function because a policy that reads its own table would ask itself.
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

-- Links show no more than their product does.
create policy "visitors read the home page's" on public.product_industry_tags for select to anon
using (product_id = any ((select private.home_page_product_ids())::uuid[]));
create policy "visitors read the home page's" on public.product_themes for select to anon
using (product_id = any ((select private.home_page_product_ids())::uuid[]));
create policy "visitors read the home page's" on public.product_doctor_type_tags for select to anon
using (product_id = any ((select private.home_page_product_ids())::uuid[]));
create policy "as far as their product is read" on public.product_industry_tags for select to authenticated
using (of_sample or (select private.is_admin()));
create policy "as far as their product is read" on public.product_themes for select to authenticated
using (of_sample or (select private.is_admin()));
create policy "as far as their product is read" on public.product_doctor_type_tags for select to authenticated
using (of_sample or (select private.is_admin()));

-- Leads: from anyone, dated by the server's clock; read by administrators; changed and deleted by nobody.
create policy "anyone inquires now" on public.leads for insert to anon, authenticated
with check (created_at = now());
create policy "administrators read" on public.leads for select to authenticated
using ((select private.is_admin()));

-- Everything that the back office manages is written by administrators only.
do $$
declare
  managed text;
begin
  foreach managed in array array[
    'categories', 'subcategories', 'subcategory_categories', 'industry_tags', 'doctor_type_tags', 'themes', 'products',
    'product_industry_tags', 'product_themes', 'product_doctor_type_tags', 'stats_blocks', 'client_logos'
  ] loop
    execute format(
      'create policy "administrators create" on public.%I for insert to authenticated with check ((select private.is_admin()))',
      managed
    );
    execute format(
      'create policy "administrators change" on public.%I for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()))',
      managed
    );
    execute format(
      'create policy "administrators delete" on public.%I for delete to authenticated using ((select private.is_admin()))',
      managed
    );
  end loop;
end
$$;

-- TRUNCATE asks no policy, so a trigger refuses it to every role that policies bind.
create function private.refuse_truncate() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if row_security_active(tg_relid) then
    raise exception 'Nobody empties the table %', tg_table_name using errcode = '42501';
  end if;
  return null;
end
$$;

do $$
declare
  guarded regclass;
begin
  for guarded in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity loop
    execute format(
      'create trigger refuse_truncate before truncate on %s for each statement execute function private.refuse_truncate()',
      guarded
    );
  end loop;
end
$$;

-- Grants to match, for servers that leave them alone. New tables get none until a migration gives them.
alter default privileges in schema public revoke all on tables from anon, authenticated;
grant usage on schema public to anon, authenticated, service_role;
revoke all on all tables in schema public from anon, authenticated;
grant select on all tables in schema public to authenticated;
grant insert on public.leads to anon, authenticated;
grant select on
  public.categories, public.subcategories, public.subcategory_categories, public.industry_tags, public.doctor_type_tags,
  public.themes, public.products, public.product_industry_tags, public.product_themes, public.product_doctor_type_tags,
  public.stats_blocks, public.client_logos
to anon;
grant insert, update, delete on
  public.categories, public.subcategories, public.subcategory_categories, public.industry_tags, public.doctor_type_tags,
  public.themes, public.products, public.product_industry_tags, public.product_themes, public.product_doctor_type_tags,
  public.stats_blocks, public.client_logos
to authenticated;
grant all on all tables in schema public to service_role;
