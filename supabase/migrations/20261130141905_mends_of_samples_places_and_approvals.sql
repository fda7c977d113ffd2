-- mends of samples places and approvals
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
drop function private.states_named(address text, is_alone boolean);

-- The larger cities by the code of their state, and countries and cities abroad. A name that is also a person's, or a city's of another state, is left out.
create or replace function private.places_of_states() returns table (code text, places text)
language sql immutable set search_path = '' as $$
  values
    ('01', 'Srinagar, Jammu'),
    ('02', 'Shimla, Baddi, Solan, Dharamshala'),
    ('03', 'Ludhiana, Amritsar, Jalandhar, Patiala, Bathinda, Mohali'),
    ('04', 'Chandigarh'),
    ('05', 'Dehradun, Haridwar, Roorkee, Haldwani, Rudrapur, Rishikesh, Pantnagar'),
    ('06', 'Gurugram, Gurgaon, Faridabad, Panipat, Ambala, Karnal, Sonipat, Rohtak, Hisar, Panchkula, Manesar'),
    ('07', 'Delhi, New Delhi'),
    ('08', 'Jaipur, Jodhpur, Ajmer, Bikaner, Alwar, Bhiwadi, Bhilwara'),
    ('09', 'Lucknow, Kanpur, Noida, Greater Noida, Ghaziabad, Agra, Varanasi, Meerut, Prayagraj, Allahabad, Bareilly, Aligarh, Moradabad, Saharanpur, Gorakhpur, Jhansi'),
    ('10', 'Patna, Gaya, Muzaffarpur, Bhagalpur'),
    ('11', 'Gangtok'),
    ('12', 'Itanagar'),
    ('13', 'Kohima, Dimapur'),
    ('14', 'Imphal'),
    ('15', 'Aizawl'),
    ('16', 'Agartala'),
    ('17', 'Shillong'),
    ('18', 'Guwahati, Dibrugarh, Silchar, Jorhat'),
    ('19', 'Kolkata, Calcutta, Howrah, Durgapur, Asansol, Siliguri, Kharagpur'),
    ('20', 'Ranchi, Jamshedpur, Dhanbad, Bokaro'),
    ('21', 'Bhubaneswar, Cuttack, Rourkela, Sambalpur'),
    ('22', 'Raipur, Bhilai, Durg, Korba'),
    ('23', 'Indore, Bhopal, Jabalpur, Gwalior, Ujjain, Dewas'),
    ('24', 'Ahmedabad, Surat, Vadodara, Baroda, Rajkot, Gandhinagar, Bhavnagar, Jamnagar, Vapi, Ankleshwar, Bharuch'),
    ('26', 'Daman, Diu, Silvassa'),
    ('27', 'Mumbai, Bombay, Pune, Poona, Nagpur, Thane, Navi Mumbai, Nashik, Nasik, Kolhapur, Solapur, Pimpri, Chinchwad, Vasai, Sangli, Amravati'),
    ('29', 'Bengaluru, Bangalore, Mysuru, Mysore, Mangaluru, Mangalore, Hubballi, Hubli, Belagavi, Belgaum, Dharwad, Tumakuru, Davanagere'),
    ('30', 'Goa, Panaji, Panjim, Margao, Vasco da Gama, Mapusa'),
    ('32', 'Kochi, Cochin, Ernakulam, Thiruvananthapuram, Trivandrum, Kozhikode, Calicut, Thrissur, Kollam, Kannur, Palakkad, Kottayam'),
    ('33', 'Chennai, Madras, Coimbatore, Madurai, Tiruchirappalli, Trichy, Salem, Tiruppur, Hosur, Erode, Vellore, Tirunelveli, Thoothukudi'),
    ('34', 'Puducherry, Pondicherry, Karaikal'),
    ('35', 'Port Blair'),
    ('36', 'Hyderabad, Secunderabad, Warangal, Karimnagar, Nizamabad'),
    ('37', 'Visakhapatnam, Vizag, Vijayawada, Guntur, Tirupati, Nellore, Kakinada, Rajahmundry, Kurnool, Amaravati'),
    ('38', 'Leh, Kargil'),
    ('96', 'Singapore, China, Hong Kong, Shenzhen, Shanghai, Beijing, Guangzhou, Taiwan, Japan, Tokyo, South Korea, Vietnam, Thailand, Bangkok, Malaysia, Kuala Lumpur, Indonesia, Jakarta, Philippines, Nepal, Kathmandu, Bhutan, Bangladesh, Dhaka, Sri Lanka, Maldives, UAE, United Arab Emirates, Dubai, Abu Dhabi, Sharjah, Saudi Arabia, Riyadh, Qatar, Doha, Oman, Muscat, Kuwait, Bahrain, Israel, Russia, Moscow, Kazakhstan, Kyrgyzstan, Uzbekistan, Tajikistan, Turkmenistan, Belarus, Romania, United Kingdom, England, London, Ireland, Germany, Berlin, Frankfurt, Munich, France, Paris, Netherlands, Amsterdam, Belgium, Italy, Spain, Switzerland, Zurich, Sweden, USA, United States, New York, Canada, Toronto, Mexico, Brazil, Colombia, Ecuador, Australia, Sydney, Melbourne, New Zealand, South Africa, Kenya, Nairobi, Nigeria, Lagos, Egypt, Mauritius')
$$;

-- The states whose places a text names. The name of a place elsewhere is borne by a street ("Hosur Road, Bengaluru"), a bank ("Punjab
-- National Bank", "Bank of Baroda"), and the region around the capital, which is of four states ("Delhi NCR").
create function private.states_named(address text) returns setof text
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
  where strpos(' ' || words || ' ', ' ' || lower(name) || ' ') > 0
$$;

-- The state of the PIN codes in a text. Null where it has none, where they differ, where one is shared by states, where one of
-- several parts of the gifts ("60 to 2 Market Street") goes to a place without one, and where the text names a place of another state or
-- country. A single line of that form is a range of numbers in a street ("12 to 14 MG Road"). Codes of six digits are used abroad, too: of a buyer there, one counts where the text also names a place of its state. The first digits are a
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
  ) and (select coalesce(bool_and(code = state), not is_abroad) from private.states_named(address) as code)
$$;

-- A colleague may change their mind while the quotation is open; the last word counts. What is decided is the choice that was asked
-- about, which is that of the page, with its total; the page of 1.0.0 sends neither, which is enough where nothing can be chosen. The note is the asker's alone unless the colleague shows it to the seller, too.
create or replace function private.decide_approval(
  token text, is_approved boolean, name text, note text default null, shows_note boolean default false, total_paise bigint default null, choice jsonb default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{approval}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  asked constant jsonb := private.asked_choice(link);
  written constant text := private.cleaned_text('The note', note, 1000, false);
  decision constant text := case when is_approved then 'approved' else 'rejected' end;
begin
  perform private.require(is_approved is not null, 'Approve or reject', '22023');
  perform private.require(
    (total_paise = (asked ->> 'total_paise')::bigint or num_nulls(total_paise, choice) = 2)
    and private.required_choice(version.content, choice) = asked -> 'choice',
    'The choice has changed since you opened it. Please load this page again.', 'PT409'
  );
  perform private.record_by_link(
    link, decision, asked || jsonb_build_object('email', link.email, 'note', case when shows_note then written end), private.cleaned_text('Your name', name, 200)
  );
  insert into private.approval_notes (event_number, note)
  select max(number), written from public.quotation_events
  where version_id = version.id and kind = decision and lower(value ->> 'email') = lower(link.email) and written is not null and shows_note is not true
  having max(number) is not null
  on conflict (event_number) do update set note = excluded.note;
end
$$;

-- The samples of an answer or a parcel in the order of its text: [{"name": as the buyer has named it, "text": of the staff, "url"}].
create or replace function private.samples_of_event(event public.lead_events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('name', private.sample_text(sample), 'text', case
    when event.value like 'Agreed: %' then coalesce('Rs.' || charge, 'free')
    when event.value like 'Refused: %' then reason
    else concat_ws(', ', 'by ' || courier, tracking_number)
  end, 'url', case when event.value like 'Sent: %' then tracking_url end) order by created_at, id)
  from public.samples as sample
  where lead_id = event.lead_id and steps @> jsonb_build_array(jsonb_build_object('event', event.number))
$$;

comment on function public.decide_approval(pg_catalog.text,boolean,pg_catalog.text,pg_catalog.text,boolean,bigint,pg_catalog.jsonb) is 'Approves or rejects the choice that the colleague of a link was asked about, and demands its total and its whole choice where something can be chosen. Both sides are told, and the seller reads the note only where it is shown.';

revoke all on function private.states_named(address text) from public, anon, authenticated, service_role;
-- Written until here.
