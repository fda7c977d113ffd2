-- What keeps the bits of private.catalogue_facets true: triggers on products and on the tables of their tags. Each
-- looks at all rows of its statement at once, and at what is kept by index, however short the planner takes that to be.
-- Setting and clearing may be done twice without harm.

create function private.follow_products() returns trigger
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
  elsif exists (select from written where not exists (select from replaced where replaced.id = written.id)) then
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
      private.bits_of(private.own_facets_in('replaced') || ' except ' || private.own_facets_in('written'))
    );
    execute format(
      'select private.set_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
      private.bits_of(private.own_facets_in('written') || ' except ' || private.own_facets_in('replaced'))
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

-- A product that goes takes all of its bits along: those of its tags too, whose links may go before or after it.
create function private.forget_products() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off
as $$
begin
  perform private.clear_facet_bits(array(
    select row(kept.facet, kept.value, kept.slice, gone.products)::private.catalogue_facets
    from (
      select number / 4096 as slice, bit_or(set_bit(0::bit(4096), number % 4096, 1)) as products
      from replaced join private.catalogue_numbers on product_id = replaced.id
      group by number / 4096
    ) as gone
    join private.catalogue_facets as kept using (slice)
    where bit_count(kept.products & gone.products) > 0
  ));
  delete from private.catalogue_numbers using replaced where product_id = replaced.id;
  return null;
end
$$;

-- Links, as (facet, column of the tag's id).
create function private.follow_links() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off
as $$
declare
  facet constant text := tg_argv[0];
  tag constant text := tg_argv[1];
  links constant text := 'select product_id, %L as facet, %I as value from %I';
begin
  -- A save asks to remove and to add, and often there is nothing to; each table of rows is there for its events alone.
  if tg_op <> 'INSERT' then
    if exists (select from replaced) then
      execute format(
        'select private.clear_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
        private.bits_of(format(links, facet, tag, 'replaced'))
      );
    end if;
  end if;
  if tg_op <> 'DELETE' then
    if exists (select from written) then
      execute format(
        'select private.set_facet_bits(array(select bits::private.catalogue_facets from (%s) as bits))',
        private.bits_of(format(links, facet, tag, 'written'))
      );
    end if;
  end if;
  return null;
end
$$;

create function private.recount_after_truncate() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.recount_catalogue();
  return null;
end
$$;

revoke execute on function
  private.follow_products(), private.forget_products(), private.follow_links(), private.recount_after_truncate()
from public;

create trigger follow_insert after insert on public.products referencing new table as written
for each statement execute function private.follow_products();
create trigger follow_update after update on public.products referencing old table as replaced new table as written
for each statement execute function private.follow_products();
create trigger follow_delete after delete on public.products referencing old table as replaced
for each statement execute function private.forget_products();

do $$
declare
  link record;
  written text;
begin
  for link in select * from (values
    ('product_industry_tags', 'industry', 'industry_tag_id'),
    ('product_themes', 'theme', 'theme_id'),
    ('product_doctor_type_tags', 'doctor type', 'doctor_type_tag_id')
  ) as links (name, facet, tag) loop
    execute format(
      'create trigger follow_insert after insert on public.%I referencing new table as written
       for each statement execute function private.follow_links(%L, %L)',
      link.name, link.facet, link.tag
    );
    execute format(
      'create trigger follow_update after update on public.%I referencing old table as replaced new table as written
       for each statement execute function private.follow_links(%L, %L)',
      link.name, link.facet, link.tag
    );
    execute format(
      'create trigger follow_delete after delete on public.%I referencing old table as replaced
       for each statement execute function private.follow_links(%L, %L)',
      link.name, link.facet, link.tag
    );
  end loop;

  foreach written in array array['products', 'product_industry_tags', 'product_themes', 'product_doctor_type_tags'] loop
    execute format(
      'create trigger recount_after_truncate after truncate on public.%I
       for each statement execute function private.recount_after_truncate()',
      written
    );
    execute format(
      'create trigger await_catalogue_turn before insert or update or delete on public.%I
       for each statement execute function private.await_catalogue_turn()',
      written
    );
  end loop;
  -- What cascades to them, or sets their columns to null.
  foreach written in array array['categories', 'subcategories', 'industry_tags', 'themes', 'doctor_type_tags'] loop
    execute format(
      'create trigger await_catalogue_turn before delete on public.%I
       for each statement execute function private.await_catalogue_turn()',
      written
    );
  end loop;
end
$$;

select private.recount_catalogue();
