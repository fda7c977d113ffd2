-- What quotations amount to, line by line, for sums of money (product.md, section 2, Figures).

create table private.quotation_lines (
  quotation_id uuid not null references public.quotations (id) on delete cascade,
  position smallint not null,
  product_id uuid,
  category_id uuid,
  name text not null,
  quantity integer not null,
  taxable_paise bigint not null,
  total_paise bigint not null,
  cost_paise bigint,
  primary key (quotation_id, position)
);
comment on table private.quotation_lines is
  'Denormalised: the lines of each sent quotation that count, as its buyer has accepted them, else sees them first.';
comment on column private.quotation_lines.product_id is 'Stays when the product is deleted; null of charges and other lines without one.';
comment on column private.quotation_lines.cost_paise is 'Of one, as it was when the quotation was sent or decided; null where it is not known.';
create index quotation_lines_of_product on private.quotation_lines (product_id);
create index quotation_lines_of_category on private.quotation_lines (category_id);

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

-- Runs with its owner's rights, since no role of the API may write lines.
create function private.put_quotation_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.quotation_lines where quotation_id = new.quotation_id;
  insert into private.quotation_lines select * from private.lines_in_force(array[new.quotation_id]);
  return null;
end
$$;
create trigger put_lines after insert or update of sent_at, accepted on public.quotation_versions
for each row when (new.sent_at is not null) execute function private.put_quotation_lines();

-- Whether the caller may see what the seller earns: administrators, and whom they allow.
create function private.sees_margin() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_admin() or private.is_staff() and exists (
    select from public.profiles where profiles.id = (select auth.uid()) and profiles.sees_margin
  )
$$;

create function private.set_margin_right(person uuid, is_allowed boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can manage people');
  update public.profiles set sees_margin = coalesce(is_allowed, false) where id = person and (is_admin or is_sales);
  perform private.require(found, 'This person no longer has access', 'PT404');
end
$$;
select private.expose('set_margin_right', 'Whether a person of sales sees the margins of quotations. For administrators, who always do.');

-- What lines leave above the costs that are known, without GST; null where none is.
create function private.margin_of(quotation uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select sum(taxable_paise - quantity * cost_paise)::bigint from private.quotation_lines where quotation_id = margin_of.quotation
$$;
