-- places and surnames
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
drop function private.states_named(address text);

-- The states whose places a text names, or has as a part for itself, as in "Chennai, Bengaluru", not in "Rahul Puri, Bengaluru". The name
-- of a place elsewhere is borne by a street ("Hosur Road, Bengaluru"), a bank ("Punjab National Bank", "Bank of Baroda"), and the region
-- around the capital, which is of four states ("Delhi NCR").
create function private.states_named(address text, is_alone boolean default false) returns setof text
language sql immutable set search_path = '' as $$
  select distinct named.code
  from (
    select code, name from private.gst_states()
    union all
    select code, unnest(string_to_array(places, ', ')) from private.places_of_states()
  ) as named
  cross join lateral (select regexp_replace(regexp_replace(
    lower(address),
    '[a-z]+ +(?:(?:main +)?(?:road|rd|street|marg|nagar|colony|highway|bypass)|(?:(?:national|(?:&|and) +sind) +)?bank)(?![a-z])|bank +of +[a-z]+|delhi[^a-z0-9]*ncr(?![a-z])', '', 'g'
  ), '[^a-z]+', ' ', 'g') as words) as text
  where case when is_alone then lower(name) in (
    select trim(regexp_replace(part, '[^a-z0-9]+', ' ', 'g')) from regexp_split_to_table(lower(address), E'[,;\n]|(?<![a-z])(?:to|and|or)(?![a-z])') as part
  ) else strpos(' ' || words || ' ', ' ' || lower(name) || ' ') > 0 end
$$;

-- The state of the PIN codes in a text. Null where it has none, where they differ, where one is shared by states, where one of
-- several parts of the gifts ("60 to 2 Market Street") goes to a place without one, and where the text names a place of another state or
-- country: in an address that also names one of its own, a surname or a house is none. A single line of that form is a range of numbers in a street ("12 to 14 MG Road"). Codes of six digits are used abroad, too: of a buyer there, one counts where the text also names a place of its state. The first digits are a
-- region's (India Post, All India Pincode Directory, data.gov.in): the narrowest range decides, and one without a state is shared.
create or replace function private.state_of_pin(address text, is_abroad boolean default false) returns text
language sql immutable set search_path = '' as $$
  select state from (
    select max(state) as state
    from regexp_matches(address, '(?<![0-9])[1-9][0-9]{2} ?[0-9]{3}(?![0-9])', 'g') as found
    cross join lateral (select replace(found[1], ' ', '')::integer as pin) as number
    left join lateral (
      select state from (values
        (110000, 110999, '07'), (121000, 136999, '06'), (140000, 159999, '03'), (160000, 160049, '04'), (160050, 160099, '03'),
        (160100, 160199, '04'), (171000, 177999, '02'), (180000, 193999, '01'), (194000, 194999, '38'), (201000, 243999, '09'),
        (245000, 245999, '09'), (248000, 249999, '05'), (250000, 261999, '09'), (263000, 263999, '05'), (271000, 285999, '09'),
        (301000, 345999, '08'), (360000, 396999, '24'), (362500, 362599, null), (396200, 396299, null), (400000, 445999, '27'),
        (403000, 403999, '30'), (450000, 488999, '23'), (490000, 497999, '22'), (500000, 509999, '36'), (515000, 535999, '37'),
        (533464, 533464, '34'), (560000, 591999, '29'), (600000, 643999, '33'), (605000, 605999, null), (609600, 609699, null),
        (670000, 695999, '32'), (673310, 673310, '34'), (682550, 682559, '31'), (700000, 743999, '19'), (737000, 737999, '11'),
        (744000, 744999, '35'), (751000, 770999, '21'), (781000, 788999, '18'), (790000, 792999, '12'), (793000, 794999, '17'),
        (795000, 795999, '14'), (796000, 796999, '15'), (797000, 798999, '13'), (799000, 799999, '16'), (800000, 812999, '10'),
        (814000, 816999, '20'), (821000, 821999, '10'), (822000, 822999, '20'), (823000, 824999, '10'), (825000, 835999, '20'),
        (841000, 855999, '10')
      ) as range (first, last, state) where pin between first and last order by last - first limit 1
    ) as region on true
    having count(distinct coalesce(state, '')) = 1
  ) as found
  where (
    select count(*) < 2 or bool_and(part ~ '(?<![0-9])[1-9][0-9]{2} ?[0-9]{3}(?![0-9])')
    from regexp_split_to_table(address, E'\n') as part where part ~ '^[0-9,]+ to '
  ) and (
    select coalesce(bool_and(code = state) or bool_or(code = state) and not exists (select from private.states_named(address, true) as other where other <> state), not is_abroad)
    from private.states_named(address) as code
  )
$$;

revoke all on function private.states_named(address text, is_alone boolean) from public, anon, authenticated, service_role;
-- Written until here.
