-- A session plans what a trigger asks once, for as few rows as are written first, and keeps the plan: a join of the rows
-- before with those after then goes through all of the ones for each of the others, which takes minutes where a
-- category of a hundred thousand products is deleted. What differs between the two is asked for without a join.

-- The facets that stand in the rows of products before and no longer after: as a text, which is planned when it is run.
create function private.own_facets_left(before text, after text) returns text
language sql immutable strict set search_path = ''
as $$
  select format(
    $statement$
      select product_id, facet, case when facet like '%%category' then value::uuid else md5(value)::uuid end as value
      from (
        select product.id as product_id, own.facet, own.value
        from %s as product join %s as other on other.id = product.id cross join lateral (
          values
            ('category', product.category_id::text, other.category_id::text),
            ('subcategory', product.subcategory_id::text, other.subcategory_id::text),
            ('budget', product.budget, other.budget),
            ('sample', product.is_sample::text, other.is_sample::text),
            ('featured', product.is_featured::text, other.is_featured::text)
        ) as own (facet, value, other_value)
        where own.value is not null and own.value is distinct from own.other_value
      ) as changed
    $statement$,
    before, after
  )
$$;
revoke execute on function private.own_facets_left(text, text) from public;

create or replace function private.follow_products() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.catalogue_numbers
    select
      product.id,
      coalesce((select max(number) from private.catalogue_numbers), -1)
        + row_number() over (order by product.created_at, product.id desc)
    from written as product;
  elsif exists (select id from written except select id from replaced) then
    -- An id changes where somebody repairs something by hand.
    perform private.recount_catalogue();
    return null;
  end if;

  insert into private.catalogue_slices as kept
  select number / 4096, max(product.created_at), min(product.created_at)
  from written as product join private.catalogue_numbers on product_id = product.id
  group by number / 4096
  on conflict (slice) do update set
    newest = greatest(kept.newest, excluded.newest), oldest = least(kept.oldest, excluded.oldest)
  where excluded.newest > kept.newest or excluded.oldest < kept.oldest;

  if tg_op = 'UPDATE' then
    execute format(
      'select private.clear_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
      private.bits_of(private.own_facets_left('replaced', 'written'))
    );
    execute format(
      'select private.set_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
      private.bits_of(private.own_facets_left('written', 'replaced'))
    );
  else
    execute format(
      'select private.set_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
      private.bits_of(private.own_facets_in('written'))
    );
  end if;
  return null;
end
$$;

create or replace function private.follow_names() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off
as $$
declare
  renamed constant text := '(select id, name from %I except select id, name from %I)';
  facets_before text;
  facets_after text;
begin
  -- Who sees the database as it was at an earlier time might miss a search that was added since, and is refused.
  if current_setting('transaction_isolation') <> 'read committed' then
    perform from private.name_ranges for share;
  end if;

  if tg_op = 'INSERT' then
    -- Each time the catalogue has doubled, its names are looked over.
    if exists (
      select from written join private.catalogue_numbers on product_id = written.id
      where number >= 4096 and number % 4096 = 0 and (number / 4096) & (number / 4096 - 1) = 0
    ) then
      perform private.review_names();
      return null;
    end if;
    execute format(
      'select private.set_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
      private.bits_of(private.name_facets_in('written'))
    );
  elsif exists (select id, name from written except select id, name from replaced) then
    facets_before := private.name_facets_in(format(renamed, 'replaced', 'written'));
    facets_after := private.name_facets_in(format(renamed, 'written', 'replaced'));
    execute format(
      'select private.clear_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
      private.bits_of(format('(%s) except (%s)', facets_before, facets_after))
    );
    execute format(
      'select private.set_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
      private.bits_of(format('(%s) except (%s)', facets_after, facets_before))
    );
  end if;
  return null;
end
$$;

create or replace function private.tell_links_of_sample() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed constant uuid[] := array(
    select id from (select id, is_sample from written except select id, is_sample from replaced) as changed
  );
begin
  if changed <> '{}' then
    update public.product_industry_tags set of_sample = of_sample where product_id = any (changed);
    update public.product_themes set of_sample = of_sample where product_id = any (changed);
    update public.product_doctor_type_tags set of_sample = of_sample where product_id = any (changed);
  end if;
  return null;
end
$$;
