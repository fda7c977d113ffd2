-- What keeps the facets that names give true, as the triggers before do for the others; and how a search comes to be
-- kept after it was asked for.

-- Keeps a search from now on, if nobody writes at this moment, in place of the one that nobody has asked for longest.
create function private.keep_search(sought text) returns void
language plpgsql set search_path = ''
as $$
declare
  most constant integer := 200;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('giftwell catalogue', 0)) then
    return;
  end if;
  insert into private.kept_searches (words) values (sought) on conflict do nothing;
  if not found then
    return;
  end if;
  update private.name_ranges set additions = additions + 1;

  with forgotten as (
    delete from private.kept_searches
    where words in (
      select kept.words from private.kept_searches as kept order by kept.words = sought desc, kept.used_at desc, kept.words offset most
    )
    returning words
  )
  delete from private.catalogue_facets as facets using forgotten
  where facets.facet = 'search' and facets.value = md5(forgotten.words)::uuid;

  execute 'insert into private.catalogue_facets ' || private.bits_of(
    $found$ select id as product_id, 'search' as facet, md5($1)::uuid as value from public.products where name ilike $2 $found$
  ) using sought, private.containing(sought);
end
$$;

-- Follows what is written to names, as private.follow_products does for the rest.
create function private.follow_names() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off
as $$
declare
  renamed constant text := '(
    select %I.id, %1$I.name from written join replaced on replaced.id = written.id where replaced.name <> written.name
  )';
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
  elsif exists (select from written join replaced on replaced.id = written.id where replaced.name <> written.name) then
    facets_before := private.name_facets_in(format(renamed, 'replaced'));
    facets_after := private.name_facets_in(format(renamed, 'written'));
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

-- Their names let them come after follow_insert, which gives products their numbers.
create trigger follow_names_of_inserted after insert on public.products referencing new table as written
for each statement execute function private.follow_names();
create trigger follow_names_of_updated after update on public.products referencing old table as replaced new table as written
for each statement execute function private.follow_names();

revoke execute on function private.keep_search(text), private.follow_names() from public;
