-- read an address once
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- The states whose places a text names. The name of a place elsewhere is borne by a street ("Hosur Road, Bengaluru"), a bank ("Punjab
-- National Bank", "Bank of Baroda"), and the region around the capital, which is of four states ("Delhi NCR").
create or replace function private.states_named(address text) returns setof text
language sql immutable set search_path = '' as $$
  -- Once, not for each of the places.
  with simplified as materialized (
    select ' ' || regexp_replace(regexp_replace(
      lower(address),
      '[a-z]+ +(?:(?:main +)?(?:road|rd|street|marg|nagar|colony|highway|bypass)|(?:(?:national|(?:&|and) +sind) +)?bank)(?![a-z])|bank +of +[a-z]+|delhi[^a-z0-9]*ncr(?![a-z])', '', 'g'
    ), '[^a-z]+', ' ', 'g') || ' ' as words
  )
  select distinct code
  from (select code, unnest(name || string_to_array(places, ', ')) as name from private.gst_states()) as named cross join simplified
  where strpos(words, ' ' || lower(name) || ' ') > 0
$$;
-- Written until here.
