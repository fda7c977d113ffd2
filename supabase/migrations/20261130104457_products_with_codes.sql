-- products with codes
select set_config('lock_timeout', '5s', true);

-- The code first, so that it alone finds products of any supplier.
drop index public.product_terms_supplier_code_unique;
create unique index product_terms_supplier_code_unique on public.product_terms
  (private.name_key(supplier_code), private.name_key(coalesce(supplier, '')));

-- Written by npm run migration from supabase/schemas.
create function private.products_with_codes(codes text[]) returns table (product_id uuid, name text, supplier text, supplier_code text)
language sql stable security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'You may not import products');
  select product.id, product.name, terms.supplier, terms.supplier_code
  from public.product_terms as terms join public.products as product on product.id = terms.product_id
  where private.name_key(terms.supplier_code) = any (array(select private.name_key(code) from unnest(codes) as code))
  order by product.id
$$;

select private.expose('products_with_codes', 'The products of any supplier that have one of these codes, as name_key compares.');

revoke all on function public.products_with_codes(codes text[]) from public, anon, authenticated, service_role;
grant execute on function public.products_with_codes(codes text[]) to authenticated, service_role;

revoke all on function private.products_with_codes(codes text[]) from public, anon, authenticated, service_role;
grant execute on function private.products_with_codes(codes text[]) to authenticated, service_role;
-- Written until here.
