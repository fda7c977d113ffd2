-- lines by index
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
drop function private.lines_in_force(quotations uuid[]);

-- The lines of the versions in force of some quotations. Each is found by its index, whatever the number of quotations and products.
create function private.lines_in_force(quotations uuid[]) returns setof private.quotation_lines
language sql stable set search_path = '' as $$
  select
    version.quotation_id, position::smallint, product_id, (select category_id from public.products where id = product_id), coalesce(line ->> 'name', ''),
    coalesce((line ->> 'quantity')::integer, 1), coalesce((figure ->> 'taxable')::bigint, 0), coalesce((figure ->> 'total')::bigint, 0),
    (select cost_paise from public.product_terms as terms where terms.product_id = counted.product_id)
  from unnest(quotations) as quotation
  cross join lateral (
    select * from public.quotation_versions where quotation_id = quotation and sent_at is not null order by revision desc limit 1
  ) as version
  cross join lateral jsonb_array_elements(
    private.chosen_lines(version.content, coalesce(version.accepted -> 'choice', version.frozen -> 'choice', '{}'))
  ) with ordinality as chosen (line, position)
  cross join lateral (
    select
      (line ->> 'product_id')::uuid as product_id,
      coalesce(version.accepted -> 'figures', version.frozen -> 'figures') #> array['lines', (position - 1)::text] as figure
  ) as counted
$$;

revoke all on function private.lines_in_force(quotations uuid[]) from public, anon, authenticated, service_role;
-- Written until here.
