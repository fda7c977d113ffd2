-- The figures of a quotation under the Indian goods and services tax: whole paise, halves away from zero (product.md, section 9).
-- packages/shared/src/quotations has the same rules for what a person sees while typing; these here decide.

-- The states by the code that begins a GSTIN, and 96 for goods that leave India. Union territories without a legislature levy UTGST
-- in place of SGST. Places are the larger cities, and of 96 countries and cities abroad; a name that is also a person's, or a city's of
-- another state, is left out.
create function private.gst_states() returns table (code text, name text, levies_utgst boolean, places text)
language sql immutable set search_path = '' as $$
  values
    ('01', 'Jammu and Kashmir', false, 'Srinagar, Jammu'),
    ('02', 'Himachal Pradesh', false, 'Shimla, Baddi, Solan, Dharamshala'),
    ('03', 'Punjab', false, 'Ludhiana, Amritsar, Jalandhar, Patiala, Bathinda, Mohali'),
    ('04', 'Chandigarh', true, 'Chandigarh'),
    ('05', 'Uttarakhand', false, 'Dehradun, Haridwar, Roorkee, Haldwani, Rudrapur, Rishikesh, Pantnagar'),
    ('06', 'Haryana', false, 'Gurugram, Gurgaon, Faridabad, Panipat, Ambala, Karnal, Sonipat, Rohtak, Hisar, Panchkula, Manesar'),
    ('07', 'Delhi', false, 'Delhi, New Delhi'),
    ('08', 'Rajasthan', false, 'Jaipur, Jodhpur, Ajmer, Bikaner, Alwar, Bhiwadi, Bhilwara'),
    ('09', 'Uttar Pradesh', false, 'Lucknow, Kanpur, Noida, Greater Noida, Ghaziabad, Agra, Varanasi, Meerut, Prayagraj, Allahabad, Bareilly, Aligarh, Moradabad, Saharanpur, Gorakhpur, Jhansi'),
    ('10', 'Bihar', false, 'Patna, Gaya, Muzaffarpur, Bhagalpur'),
    ('11', 'Sikkim', false, 'Gangtok'),
    ('12', 'Arunachal Pradesh', false, 'Itanagar'),
    ('13', 'Nagaland', false, 'Kohima, Dimapur'),
    ('14', 'Manipur', false, 'Imphal'),
    ('15', 'Mizoram', false, 'Aizawl'),
    ('16', 'Tripura', false, 'Agartala'),
    ('17', 'Meghalaya', false, 'Shillong'),
    ('18', 'Assam', false, 'Guwahati, Dibrugarh, Silchar, Jorhat'),
    ('19', 'West Bengal', false, 'Kolkata, Calcutta, Howrah, Durgapur, Asansol, Siliguri, Kharagpur'),
    ('20', 'Jharkhand', false, 'Ranchi, Jamshedpur, Dhanbad, Bokaro'),
    ('21', 'Odisha', false, 'Bhubaneswar, Cuttack, Rourkela, Sambalpur'),
    ('22', 'Chhattisgarh', false, 'Raipur, Bhilai, Durg, Korba'),
    ('23', 'Madhya Pradesh', false, 'Indore, Bhopal, Jabalpur, Gwalior, Ujjain, Dewas'),
    ('24', 'Gujarat', false, 'Ahmedabad, Surat, Vadodara, Baroda, Rajkot, Gandhinagar, Bhavnagar, Jamnagar, Vapi, Ankleshwar, Bharuch'),
    ('26', 'Dadra and Nagar Haveli and Daman and Diu', true, 'Daman, Diu, Silvassa'),
    ('27', 'Maharashtra', false, 'Mumbai, Bombay, Pune, Poona, Nagpur, Thane, Navi Mumbai, Nashik, Nasik, Kolhapur, Solapur, Pimpri, Chinchwad, Vasai, Sangli, Amravati'),
    ('29', 'Karnataka', false, 'Bengaluru, Bangalore, Mysuru, Mysore, Mangaluru, Mangalore, Hubballi, Hubli, Belagavi, Belgaum, Dharwad, Tumakuru, Davanagere'),
    ('30', 'Goa', false, 'Goa, Panaji, Panjim, Margao, Vasco da Gama, Mapusa'),
    ('31', 'Lakshadweep', true, null),
    ('32', 'Kerala', false, 'Kochi, Cochin, Ernakulam, Thiruvananthapuram, Trivandrum, Kozhikode, Calicut, Thrissur, Kollam, Kannur, Palakkad, Kottayam'),
    ('33', 'Tamil Nadu', false, 'Chennai, Madras, Coimbatore, Madurai, Tiruchirappalli, Trichy, Salem, Tiruppur, Hosur, Erode, Vellore, Tirunelveli, Thoothukudi'),
    ('34', 'Puducherry', false, 'Puducherry, Pondicherry, Karaikal'),
    ('35', 'Andaman and Nicobar Islands', true, 'Port Blair'),
    ('36', 'Telangana', false, 'Hyderabad, Secunderabad, Warangal, Karimnagar, Nizamabad'),
    ('37', 'Andhra Pradesh', false, 'Visakhapatnam, Vizag, Vijayawada, Guntur, Tirupati, Nellore, Kakinada, Rajahmundry, Kurnool, Amaravati'),
    ('38', 'Ladakh', true, 'Leh, Kargil'),
    ('96', 'Other country', false, 'Singapore, China, Hong Kong, Shenzhen, Shanghai, Beijing, Guangzhou, Taiwan, Japan, Tokyo, South Korea, Vietnam, Thailand, Bangkok, Malaysia, Kuala Lumpur, Indonesia, Jakarta, Philippines, Nepal, Kathmandu, Bhutan, Bangladesh, Dhaka, Sri Lanka, Maldives, UAE, United Arab Emirates, Dubai, Abu Dhabi, Sharjah, Saudi Arabia, Riyadh, Qatar, Doha, Oman, Muscat, Kuwait, Bahrain, Israel, Russia, Moscow, Kazakhstan, Kyrgyzstan, Uzbekistan, Tajikistan, Turkmenistan, Belarus, Romania, United Kingdom, England, London, Ireland, Germany, Berlin, Frankfurt, Munich, France, Paris, Netherlands, Amsterdam, Belgium, Italy, Spain, Switzerland, Zurich, Sweden, USA, United States, New York, Canada, Toronto, Mexico, Brazil, Colombia, Ecuador, Australia, Sydney, Melbourne, New Zealand, South Africa, Kenya, Nairobi, Nigeria, Lagos, Egypt, Mauritius'),
    ('97', 'Other Territory', true, null)
$$;

-- The kind of a registration by its form, with a known code in front and its check digit; null of any other text. The forms are those
-- of the tax administration (developer.gst.gov.in, Returns). Ordinary and composition taxpayers, casual ones and input service
-- distributors share one. 96 and 99 begin the numbers of holders outside the states.
create function private.gstin_kind(value text) returns text
language sql immutable set search_path = '' as $$
  select kind from (values
    (1, '^[0-9]{2}[A-Z]{4}[0-9A-Z][0-9]{4}[A-Z][1-9A-Z]D[0-9A-Z]$', 'tax_deductor'),
    (2, '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]C[0-9A-Z]$', 'tax_collector'),
    (3, '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z][Z1-9ABD-J][0-9A-Z]$', 'taxpayer'),
    (4, '^[0-9]{2}[A-Z]{4}[0-9]{5}[A-Z][0-9]Z[0-9A-Z]$', 'department'),
    (5, '^[0-9]{4}[A-Z]{3}[0-9]{5}NR[0-9A-Z]$', 'non_resident'),
    (6, '^[0-9]{4}[A-Z]{3}[0-9]{5}OS[0-9A-Z]$', 'online_services'),
    (7, '^[0-9]{4}[A-Z]{3}[0-9]{5}[UO]N[0-9A-Z]$', 'uin')
  ) as form (rank, pattern, kind)
  where value ~ pattern and left(value, 2) in (select code from private.gst_states() union all select '99')
    and right(value, 1) = (
      select substr(digits, ((36 - sum(product / 36 + product % 36) % 36) % 36)::integer + 1, 1)
      from (select '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ' as digits) as alphabet
      cross join lateral (
        select (strpos(digits, substr(value, index, 1)) - 1) * (2 - index % 2) as product from generate_series(1, 14) as index
      ) as weighted
      group by digits
    )
  order by rank limit 1
$$;

create function private.is_gstin(value text) returns boolean
language sql immutable set search_path = '' as $$
  select case when value is not null then private.gstin_kind(value) is not null end
$$;

-- The states whose places a text names. The name of a place elsewhere is borne by a street ("Hosur Road, Bengaluru"), a bank ("Punjab
-- National Bank", "Bank of Baroda"), and the region around the capital, which is of four states ("Delhi NCR").
create function private.states_named(address text) returns setof text
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

-- The state of the PIN codes in a text. Null where it has none, where they differ, where one is shared by states, where one of
-- several parts of the gifts ("60 to 2 Market Street") goes to a place without one, and where the text names a place of another state or
-- country. A single line of that form is a range of numbers in a street ("12 to 14 MG Road"). Codes of six digits are used abroad,
-- too: of a buyer there, one counts where the text also names a place of its state. The first digits are a region's (India Post, All
-- India Pincode Directory, data.gov.in): the narrowest range decides, and one without a state is shared.
create function private.state_of_pin(address text, is_abroad boolean default false) returns text
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

-- Where a buyer's gifts are delivered; null where it is not known, or no address is given.
create function private.delivered_in(buyer jsonb) returns text
language sql immutable set search_path = '' as $$
  select coalesce(buyer ->> 'delivery_state', private.state_of_pin(
    coalesce(buyer ->> 'delivery_address', buyer ->> 'delivery_city'), buyer ->> 'billing_state' is not distinct from '96'
  ))
$$;

-- The place of supply that follows from what is known of a buyer: {"state", "why"}, or null. A registered buyer is supplied in the
-- state of the GSTIN, also where the goods go elsewhere on the buyer's direction; another one, and the holder of a UIN, where they are
-- delivered, which is the billing address unless another place is named; a city counts where no address is given (sections 10(1)(b) and 10(1)(ca) of the IGST Act).
create function private.place_by_rule(buyer jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('state', state, 'why', why)
  from (values
    (1, case when private.gstin_kind(buyer ->> 'gstin') not in ('uin', 'online_services') then nullif(left(buyer ->> 'gstin', 2), '96') end, 'gstin'),
    (2, private.delivered_in(buyer), 'delivery'),
    (3, case when coalesce(buyer ->> 'delivery_address', buyer ->> 'delivery_city') is null
      then nullif(coalesce(buyer ->> 'billing_state', private.state_of_pin(buyer ->> 'billing_address')), '96') end, 'billing')
  ) as rule (rank, state, why)
  where state in (select code from private.gst_states()) order by rank limit 1
$$;

-- Where the goods are supplied, the taxes that follow, and why; null where the place, or the seller's state, is not known. A state in
-- place of the rule's has a reason. Exports and supplies to a special economic zone are under a letter of undertaking (LUT), or with
-- payment of IGST (section 16 of the IGST Act). A seller without a GSTIN, or under composition, shows no tax.
-- seller {"gstin", "state", "is_composition", "lut": {"number", "valid_until"}, null unless it is valid}
-- buyer {"gstin", "billing_state", "billing_address", "delivery_state", "delivery_address", "delivery_city", "is_sez", "zero_rating": lut or igst, "place", "place_reason"}
-- returns {"state", "tax": none, zero, igst, cgst_sgst or cgst_utgst, "why", "supply": sez, export or null, "lut"}
create function private.place_of_supply(seller jsonb, buyer jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  with rule as materialized (select private.place_by_rule(buyer) as found)
  select jsonb_build_object(
    'state', place.state, 'tax', taxed.tax, 'why', place.why, 'supply', place.supply, 'lut', case when taxed.tax = 'zero' then seller -> 'lut' end
  )
  from private.gst_states() as own
  cross join rule
  cross join lateral (select found is null or buyer ->> 'place_reason' is not null as is_open) as choice
  cross join lateral (
    select state, why, case when state = '96' then 'export' when (buyer ->> 'is_sez')::boolean then 'sez' end as supply
    from (values
      (1, case when is_open then buyer ->> 'place' end, 'chosen'), (2, found ->> 'state', found ->> 'why')
    ) as each (rank, state, why)
    where state is not null order by rank limit 1
  ) as place
  cross join lateral (
    select case
      when seller ->> 'gstin' is null or (seller ->> 'is_composition')::boolean then 'none'
      when place.supply is not null then case
        when coalesce(buyer ->> 'zero_rating', case when seller ->> 'lut' is null then 'igst' end) = 'igst' then 'igst' else 'zero'
      end
      when place.state <> own.code then 'igst'
      when own.levies_utgst then 'cgst_utgst'
      else 'cgst_sgst'
    end as tax
  ) as taxed
  where own.code = coalesce(left(seller ->> 'gstin', 2), seller ->> 'state')
$$;

-- The figures of chosen lines. A discount is spread over the lines by the largest remainder, and of equal ones the first, before
-- tax. CGST is half the rate, rounded, and SGST or UTGST (sgst) equals it. What a gift costs, all in, is before rounding off.
-- lines [{"quantity", "price_paise", "gst_rate": hundredths of a per cent, "is_charge"}]; discount {"percent": hundredths} or {"paise"}
-- returns {"lines": [{"amount", "discount", "taxable", "cgst", "sgst", "igst", "total", "per_gift"}], and their sums, "round_off", "total", "per_gift"}
create function private.quotation_figures(lines jsonb, discount jsonb, tax text, rounds_off boolean) returns jsonb
language sql immutable set search_path = '' as $$
  with line as (
    select
      position, (item ->> 'quantity')::numeric as quantity, (item ->> 'quantity')::numeric * (item ->> 'price_paise')::numeric as amount,
      coalesce((item ->> 'gst_rate')::numeric, 0) as rate, coalesce((item ->> 'is_charge')::boolean, false) as is_charge
    from jsonb_array_elements(lines) with ordinality as listed (item, position)
  ), gross as (
    select coalesce(sum(amount), 0) as amount from line
  ), reduction as (
    select least(coalesce((discount ->> 'paise')::numeric, round(amount * (discount ->> 'percent')::numeric / 10000), 0), amount) as paise, amount
    from gross
  ), shared as (
    select line.*, case when reduction.amount = 0 then 0 else div(reduction.paise * line.amount, reduction.amount) end as share,
      row_number() over (order by case when reduction.amount = 0 then 0 else mod(reduction.paise * line.amount, reduction.amount) end desc, position) as turn
    from line cross join reduction
  ), spread as (
    select shared.*, share + case when turn <= (select paise from reduction) - sum(share) over () then 1 else 0 end as reduced from shared
  ), taxed as (
    select spread.*, amount - reduced as taxable,
      case when tax in ('cgst_sgst', 'cgst_utgst') then round((amount - reduced) * rate / 20000) else 0 end as half,
      case when tax = 'igst' then round((amount - reduced) * rate / 10000) else 0 end as whole
    from spread
  ), summed as (
    select
      coalesce(jsonb_agg(jsonb_build_object(
        'amount', amount, 'discount', reduced, 'taxable', taxable, 'cgst', half, 'sgst', half, 'igst', whole,
        'total', taxable + 2 * half + whole, 'per_gift', round((taxable + 2 * half + whole) / quantity)
      ) order by position), '[]') as lines,
      coalesce(sum(amount), 0) as amount, coalesce(sum(reduced), 0) as reduced, coalesce(sum(taxable), 0) as taxable,
      coalesce(sum(half), 0) as half, coalesce(sum(whole), 0) as whole,
      coalesce(sum(taxable + 2 * half + whole), 0) as exact, sum(quantity) filter (where not is_charge) as gifts
    from taxed
  )
  select jsonb_build_object(
    'lines', lines, 'amount', amount, 'discount', reduced, 'taxable', taxable, 'cgst', half, 'sgst', half, 'igst', whole,
    'round_off', rounded - exact, 'total', rounded, 'per_gift', round(exact / gifts)
  )
  from summed cross join lateral (select case when rounds_off then round(exact, -2) else exact end as rounded) as total
$$;
