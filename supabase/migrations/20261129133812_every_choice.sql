-- every choice
select set_config('lock_timeout', '5s', true);

alter table public.seller_profile
  add column lut_number text constraint seller_profile_lut_number_length check (char_length(lut_number) <= 50),
  add column lut_valid_until date constraint seller_profile_lut_valid_until_ends_a_year check (extract(month from lut_valid_until) = 3 and extract(day from lut_valid_until) = 31);

create table private.approval_notes (
  event_number bigint primary key references public.quotation_events (number) on delete cascade,
  note text not null
);
alter table private.approval_notes enable row level security;

-- Written by npm run migration from supabase/schemas.
drop function public.decide_approval(token text, is_approved boolean, name text, note text);

drop function public.ask_colleague(token text, email text, name text);

drop function private.decide_approval(token text, is_approved boolean, name text, note text);

drop function private.ask_colleague(token text, email text, name text);

-- The states by the code that begins a GSTIN, and 96 for goods that leave India. Union territories without a legislature levy UTGST
-- in place of SGST.
create or replace function private.gst_states() returns table (code text, name text, levies_utgst boolean)
language sql immutable set search_path = '' as $$
  values
    ('01', 'Jammu and Kashmir', false), ('02', 'Himachal Pradesh', false), ('03', 'Punjab', false), ('04', 'Chandigarh', true),
    ('05', 'Uttarakhand', false), ('06', 'Haryana', false), ('07', 'Delhi', false), ('08', 'Rajasthan', false),
    ('09', 'Uttar Pradesh', false), ('10', 'Bihar', false), ('11', 'Sikkim', false), ('12', 'Arunachal Pradesh', false),
    ('13', 'Nagaland', false), ('14', 'Manipur', false), ('15', 'Mizoram', false), ('16', 'Tripura', false),
    ('17', 'Meghalaya', false), ('18', 'Assam', false), ('19', 'West Bengal', false), ('20', 'Jharkhand', false),
    ('21', 'Odisha', false), ('22', 'Chhattisgarh', false), ('23', 'Madhya Pradesh', false), ('24', 'Gujarat', false),
    ('26', 'Dadra and Nagar Haveli and Daman and Diu', true), ('27', 'Maharashtra', false), ('29', 'Karnataka', false),
    ('30', 'Goa', false), ('31', 'Lakshadweep', true), ('32', 'Kerala', false), ('33', 'Tamil Nadu', false),
    ('34', 'Puducherry', false), ('35', 'Andaman and Nicobar Islands', true), ('36', 'Telangana', false),
    ('37', 'Andhra Pradesh', false), ('38', 'Ladakh', true), ('96', 'Other country', false), ('97', 'Other Territory', true)
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

create or replace function private.is_gstin(value text) returns boolean
language sql immutable set search_path = '' as $$
  select case when value is not null then private.gstin_kind(value) is not null end
$$;

-- The state of the PIN codes in a text; null where it has none, where they differ, or where one is shared by states. The first digits
-- are a region's (India Post, All India Pincode Directory, data.gov.in): the narrowest range decides, and one without a state is shared.
create function private.state_of_pin(address text) returns text
language sql immutable set search_path = '' as $$
  select case when count(distinct coalesce(state, '')) = 1 then max(state) end
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
$$;

-- The place of supply that follows from what is known of a buyer: {"state", "why"}, or null. A registered buyer is supplied in the
-- state of the GSTIN, also where the goods go elsewhere on the buyer's direction; another one, and the holder of a UIN, where they are
-- delivered, which is the billing address unless another place is named (sections 10(1)(b) and 10(1)(ca) of the IGST Act).
create function private.place_by_rule(buyer jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('state', state, 'why', why)
  from (values
    (1, case when private.gstin_kind(buyer ->> 'gstin') not in ('uin', 'online_services') then nullif(left(buyer ->> 'gstin', 2), '96') end, 'gstin'),
    (2, coalesce(buyer ->> 'delivery_state', private.state_of_pin(concat_ws(E'\n', buyer ->> 'delivery_address', buyer ->> 'delivery_city'))), 'delivery'),
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
create or replace function private.place_of_supply(seller jsonb, buyer jsonb) returns jsonb
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

-- What a quotation says of its seller now, and what decides its taxes. The website's name and address stand in for missing ones.
create or replace function private.quotation_seller() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'legal_name', coalesce(profile.legal_name, site.name), 'address', coalesce(profile.address, site.contact_address),
    'gstin', profile.gstin, 'state', coalesce(left(profile.gstin, 2), profile.state),
    'is_composition', coalesce(profile.is_composition, false), 'bank_details', profile.bank_details,
    'credit_note', profile.credit_note, 'rounds_off', coalesce(profile.rounds_off, true), 'email', site.contact_email,
    'phones', array_remove(array[site.contact_phone, site.second_phone || coalesce(' (' || site.second_phone_label || ')', '')], null),
    'logo_url', site.logo_url, 'colour', site.colour_primary,
    'lut', case when profile.lut_number is not null and profile.lut_valid_until >= (now() at time zone 'Asia/Kolkata')::date then jsonb_build_object(
      'number', profile.lut_number, 'valid_until', profile.lut_valid_until
    ) end
  )
  from (values (true)) as one (row) left join public.seller_profile as profile on row left join public.site_settings as site on row
$$;

-- A choice with every part that counts: the line of each option of several, and the quantity of each line that counts and has several.
-- A part that is missing is the first.
create function private.whole_choice(content jsonb, choice jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'quantities', coalesce(jsonb_object_agg(id, case when index < offers then index else 0 end) filter (where offers > 1), '{}'),
    'options', coalesce(jsonb_object_agg(option, id) filter (where option is not null and alternatives > 1), '{}')
  )
  from (
    select
      line ->> 'id' as id, line ->> 'option' as option, jsonb_array_length(line -> 'quantities') as offers,
      coalesce(substring(choice -> 'quantities' ->> (line ->> 'id') from '^[0-3]$')::integer, 0) as index,
      count(*) over (partition by line ->> 'option') as alternatives,
      row_number() over (
        partition by line ->> 'option'
        order by line ->> 'id' = choice -> 'options' ->> (line ->> 'option') desc nulls last, position
      ) as turn
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
  ) as ranked
  where turn = 1 or option is null
$$;

-- The whole choice with the smallest total. Lines are independent, so it is the cheapest quantity of each, and of an option the
-- cheapest line; of equal ones the first.
create function private.cheapest_choice(content jsonb, tax text) returns jsonb
language sql immutable set search_path = '' as $$
  with offer as (
    select line ->> 'id' as id, line ->> 'option' as option, position, number, amount + case
      when tax = 'igst' then round(amount * rate / 10000) when tax in ('cgst_sgst', 'cgst_utgst') then 2 * round(amount * rate / 20000) else 0
    end as total
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
    cross join lateral jsonb_array_elements(line -> 'quantities') with ordinality as offered (offer, number)
    cross join lateral (
      select (offer ->> 'quantity')::numeric * coalesce((offer ->> 'price_paise')::numeric, 0) as amount, coalesce((line ->> 'gst_rate')::numeric, 0) as rate
    ) as price
  ), cheapest as (
    select distinct on (position) * from offer order by position, total, number
  ), ranked as (
    select *, row_number() over (partition by option order by total, position) as turn from cheapest
  )
  select private.whole_choice(content, jsonb_build_object(
    'quantities', coalesce(jsonb_object_agg(id, number - 1), '{}'),
    'options', coalesce(jsonb_object_agg(option, id) filter (where option is not null and turn = 1), '{}')
  ))
  from ranked
$$;

-- A choice in words, "100 of Mug, Steel box": its first three parts, and how many more; null where there is nothing to choose.
create function private.choice_text(content jsonb, choice jsonb) returns text
language sql immutable set search_path = '' as $$
  select nullif(
    array_to_string(parts[1:3], ', ') || case when cardinality(parts) > 3 then format(' and %s more', cardinality(parts) - 3) else '' end, ''
  )
  from (
    select array_agg(
      coalesce((line -> 'quantities' -> (choice -> 'quantities' ->> (line ->> 'id'))::integer ->> 'quantity') || ' of ', '')
        || (line ->> 'name') || coalesce(' in ' || (line ->> 'colour'), '') order by position
    ) as parts
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
    where choice -> 'quantities' ? (line ->> 'id') or choice -> 'options' ->> (line ->> 'option') = line ->> 'id'
  ) as chosen
$$;

-- A record with the fields of the rules and no others, texts trimmed, and empty ones null. Ends with a sentence that names the field
-- where a rule does not hold. rules {"field": ["label", "kind", limit]}
create or replace function private.cleaned_record(input jsonb, rules jsonb, subject text default '') returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  field record;
  trimmed_text text;
  kind text;
  problem text;
  value jsonb;
  cleaned jsonb := jsonb_build_object();
begin
  perform private.require(jsonb_typeof(input) = 'object', subject || 'is not a record', '22023');
  for field in select key, rule ->> 0 as label, rule ->> 1 as kind, (rule ->> 2)::numeric as most from jsonb_each(rules) as each (key, rule) loop
    value := input -> field.key;
    trimmed_text := nullif(private.trimmed(value #>> '{}'), '');
    kind := case when trimmed_text is null then 'null' else jsonb_typeof(value) end;
    problem := case
      when kind = 'null' then case field.kind when 'name' then 'is missing' end
      when field.kind = 'whole' then case
        when kind <> 'number' or (value #>> '{}')::numeric not between 0 and field.most or mod((value #>> '{}')::numeric, 1) <> 0
        then format('is a whole number from 0 to %s', field.most)
      end
      when field.kind = 'paise' then case
        when kind <> 'number' or (value #>> '{}')::numeric not between 0 and field.most or mod((value #>> '{}')::numeric, 1) <> 0
        then format('is an amount from Rs. 0 to Rs. %s crore', trim_scale(field.most / 1000000000))
      end
      when field.kind in ('truth', 'answer') then case when kind <> 'boolean' then 'is true or false' end
      when kind <> 'string' then 'is a text'
      when char_length(trimmed_text) > coalesce(field.most, 2000) then format('has at most %s characters', coalesce(field.most, 2000))
      when field.kind = 'id' then case when trimmed_text !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then 'is a uuid' end
      when field.kind = 'day' then case
        when trimmed_text !~ '^[2][0-9]{3}-[0-9]{2}-[0-9]{2}$' or trimmed_text::date is null then 'is a day like 2026-12-31'
      end
      when field.kind = 'email' then case when not private.is_email_address(trimmed_text) then 'is an address like name@company.com' end
      when field.kind = 'state' then case when trimmed_text not in (select code from private.gst_states()) then 'is the code of a state' end
      when field.kind = 'zero_rating' then case when trimmed_text not in ('lut', 'igst') then 'is lut or igst' end
      when field.kind = 'hsn' then case when trimmed_text !~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$' then 'has 4, 6 or 8 digits' end
      when field.kind = 'image' then case
        when not (private.is_product_image_path(trimmed_text) or private.is_web_address(trimmed_text)) then 'is the address of a picture'
      end
    end;
    perform private.require(problem is null, format('%s%s %s', subject, field.label, problem), '22023');
    cleaned := cleaned || jsonb_build_object(field.key, case
      when kind = 'string' then to_jsonb(trimmed_text)
      when kind <> 'null' then value
      when field.kind in ('words', 'email') then to_jsonb(''::text)
      when field.kind = 'truth' then 'false'::jsonb
      else 'null'
    end);
  end loop;
  return cleaned;
end
$$;

-- What a choice of the buyer may not change: [line, field, sentence]. A quantity is offered once in a line, and a discount in rupees
-- is for a quotation without choices, since a buyer who takes less would get all of it.
create function private.problems_of_choices(content jsonb) returns table ("line" text, field text, problem text)
language sql immutable set search_path = '' as $$
  select item ->> 'id', 'quantity', format('%s offers %s twice', item ->> 'name', offer ->> 'quantity')
  from jsonb_array_elements(content -> 'lines') as item cross join jsonb_array_elements(item -> 'quantities') as offer
  group by item, offer ->> 'quantity' having count(*) > 1
  union all
  select null, 'discount', format(
    'A discount in rupees is for a quotation without choices: with %s it would be %s %%. Enter it in per cent, or as a price at each quantity',
    chosen, coalesce(trim_scale(round(least(100, (content #>> '{discount,paise}')::numeric * 100 / nullif(amount, 0)), 2)), 100)
  )
  from private.cheapest_choice(content, 'none') as cheapest
  cross join lateral (select
    private.choice_text(content, cheapest) as chosen,
    (private.quotation_figures(private.chosen_lines(content, cheapest), null, 'none', false) ->> 'amount')::numeric as amount
  ) as worst
  where content #> '{discount,paise}' is not null and chosen is not null
$$;

-- What is stored of content that staff give: with every field and no others. A GSTIN decides the state of the buyer. Amounts stay
-- within what a number of JavaScript holds exactly.
create or replace function private.cleaned_quotation(content jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  buyer jsonb := private.cleaned_record(content -> 'buyer', '{
    "name": ["Name", "words", 200], "company": ["Company", "words", 200], "email": ["E-mail", "email", 254], "phone": ["Phone", "words", 50],
    "gstin": ["Buyer''s GSTIN", "text", 40], "gstin_as_stated": ["Buyer''s GSTIN as stated", "truth"], "billing_address": ["Billing address", "text", 400], "billing_state": ["State of the billing address", "state"],
    "delivery_address": ["Delivery address", "text", 400], "delivery_state": ["State of the delivery address", "state"],
    "is_sez": ["Special economic zone", "truth"], "zero_rating": ["Payment of IGST", "zero_rating"], "is_pharmaceutical": ["Pharmaceutical company", "answer"], "place": ["Place of supply", "state"],
    "place_reason": ["Reason for the place of supply", "text", 200], "delivery_city": ["Delivery city", "text", 100],
    "needed_by": ["Needed by", "day"]
  }', 'The buyer: ');
  discount constant jsonb := case when jsonb_typeof(content -> 'discount') = 'object' then jsonb_strip_nulls(private.cleaned_record(
    content -> 'discount', '{"percent": ["Discount in hundredths of a per cent", "whole", 10000], "paise": ["Discount", "paise", 1000000000000000]}'
  )) end;
  lines jsonb;
  refused text;
begin
  if private.is_gstin(buyer ->> 'gstin') and left(buyer ->> 'gstin', 2) not in ('96', '99') then
    buyer := buyer || jsonb_build_object('billing_state', left(buyer ->> 'gstin', 2));
  end if;
  perform private.require(
    case when jsonb_typeof(content -> 'lines') = 'array' then jsonb_array_length(content -> 'lines') <= 200 end,
    'A quotation has at most 200 lines', '22023'
  );
  perform private.require(
    discount is null or (select count(*) = 1 from jsonb_object_keys(discount)), 'A discount is a percentage or an amount', '22023'
  );
  select coalesce(jsonb_agg(private.cleaned_record(line, '{
    "id": ["Id", "id"], "product_id": ["Product", "id"], "code": ["Code", "text", 100], "name": ["Name", "name", 200],
    "colour": ["Colour", "text", 200], "note": ["Note", "text", 500], "group": ["Group", "text", 60], "option": ["Option", "text", 60],
    "hsn": ["HSN", "hsn"], "gst_rate": ["GST rate in hundredths of a per cent", "whole", 10000], "is_charge": ["Charge", "truth"],
    "image_url": ["Picture", "image"]
  }', format('Line %s: ', position)) || jsonb_build_object('quantities', (
    select jsonb_agg(private.cleaned_record(offer, '{
      "quantity": ["Quantity", "whole", 1000000], "price_paise": ["Price", "paise", 100000000000]
    }', format('Line %s: ', position)) order by ordinality)
    from jsonb_array_elements(case when jsonb_typeof(line -> 'quantities') = 'array' then line -> 'quantities' else '[]' end)
      with ordinality as offered (offer, ordinality)
  )) order by position), '[]')
  into lines from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position);
  perform private.require(
    not exists (
      select from jsonb_array_elements(lines) as line
      where line ->> 'id' is null or jsonb_typeof(line -> 'quantities') <> 'array' or jsonb_array_length(line -> 'quantities') > 4
        or line @? '$.quantities[*] ? (@.quantity == null || @.quantity < 1)'
    ), 'A line needs an id and one to four quantities of at least 1', '22023'
  );
  perform private.require(
    (select count(distinct line -> 'id') = count(*) from jsonb_array_elements(lines) as line), 'Each line needs its own id', '22023'
  );
  perform private.require(
    1000000000000000 >= (
      select coalesce(sum((offer ->> 'quantity')::numeric * coalesce((offer ->> 'price_paise')::numeric, 0)), 0)
      from jsonb_array_elements(lines) as line cross join jsonb_array_elements(line -> 'quantities') as offer
    ), 'A quotation may amount to at most ten lakh crore rupees', '22023'
  );
  select choices.problem into refused from private.problems_of_choices(jsonb_build_object('discount', discount, 'lines', lines)) as choices limit 1;
  perform private.require(refused is null, refused, '22023');
  return private.cleaned_record(content, '{"message": ["Message", "text", 2000], "terms": ["Terms", "text", 5000], "price_reason": ["Reason for the price", "text", 500]}', 'The quotation: ')
    || jsonb_build_object('buyer', buyer, 'discount', discount, 'lines', lines);
end
$$;

-- Stores cleaned content of a new quotation as its first draft, valid from today for as long as the profile says.
create or replace function private.start_quotation(lead uuid, content jsonb) returns uuid
language plpgsql set search_path = '' as $$
declare
  started uuid;
begin
  insert into public.quotations (lead_id, owner_id, owner_email)
  select lead, id, email from auth.users where id = auth.uid() returning id into started;
  insert into public.quotation_versions (quotation_id, revision, content, valid_until)
  values (started, 1, content, private.default_validity());
  perform private.record_quotation_event(started, null, 'created');
  return started;
end
$$;

-- A line that has quantities by colour becomes one line for each of its colours. An inquiry without lines has the names of products.
create or replace function private.draft_quotation(lead uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  inquiry public.leads;
  drafted uuid;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  -- An erasure waits until the draft is stored, and erases it, too.
  select * into inquiry from public.leads where id = lead for share;
  if not found then
    perform private.refuse_change(null, null, 'lead');
  end if;
  perform private.require(inquiry.erased_at is null, 'The details of this inquiry were erased', '22023');
  select private.start_quotation(lead, private.cleaned_quotation(jsonb_build_object(
    'buyer', jsonb_build_object(
      'name', inquiry.name, 'company', inquiry.company, 'email', inquiry.email, 'phone', inquiry.phone,
      'delivery_city', inquiry.delivery_city, 'needed_by', inquiry.needed_by
    ),
    'terms', (select terms from public.seller_profile),
    'lines', coalesce(jsonb_agg(jsonb_build_object(
      'id', gen_random_uuid(), 'product_id', product.id, 'code', product.code, 'name', line.name, 'colour', line.colour, 'note', line.note,
      'hsn', (select hsn from public.product_terms where product_id = product.id),
      'gst_rate', private.gst_rate_on(product.id, private.day_in_india(now())),
      'image_url', coalesce((
        select picture.url
        from public.product_colours as shade
        join public.product_pictures as picture on picture.product_id = shade.product_id and picture.position = shade.picture_position
        where shade.product_id = product.id and lower(shade.name) = lower(line.colour)
      ), product.image_url),
      'quantities', jsonb_build_array(jsonb_build_object('quantity', coalesce(line.quantity, product.min_quantity, 1)))
    ) order by line.rank, line.position, line.ordinality), '[]')
  )))
  into drafted
  from (
    select part.rank, item.position::bigint, shade.ordinality, item.product_id, item.name, item.note,
      case when is_split then shade.colour ->> 'name' else left((
        select string_agg(colour ->> 'name', ', ' order by rank) from jsonb_array_elements(item.colours) with ordinality as wanted (colour, rank)
      ), 200) end as colour,
      case when is_split then (shade.colour ->> 'quantity')::integer else item.quantity end as quantity
    from private.inquiries_of_lead(lead) as part join public.lead_items as item on item.lead_id = part.id
    cross join lateral (select private.quantity_of_colours(item.colours) is not null as is_split) as kind
    cross join lateral jsonb_array_elements(case when is_split then item.colours else '[{}]' end) with ordinality as shade (colour, ordinality)
    union all
    select part.rank, listed.position, 1, (
      select products.id from public.products where products.name = listed.name order by created_at desc limit 1
    ), listed.name, null, null, null
    from private.inquiries_of_lead(lead) as part join public.leads on leads.id = part.id
    cross join lateral unnest(leads.selected_products) with ordinality as listed (name, position)
    where not exists (select from public.lead_items as item where item.lead_id = part.id)
    order by 1, 2, 3 limit 200
  ) as line
  left join public.products as product on product.id = line.product_id;
  return drafted;
end
$$;

-- What a discount takes off in per cent; null where there is none.
create function private.discount_percent(discount jsonb, figures jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce((discount ->> 'percent')::numeric / 100, (figures ->> 'discount')::numeric * 100 / nullif((figures ->> 'amount')::numeric, 0))
  where discount is not null
$$;

-- What of a buyer's place and registration blocks sending: [field, sentence].
create function private.problems_of_place(seller jsonb, buyer jsonb) returns table (field text, problem text)
language sql immutable set search_path = '' as $$
  with place as (
    select private.place_of_supply(seller, buyer) as supply, private.place_by_rule(buyer) ->> 'state' as by_rule, private.gstin_kind(buyer ->> 'gstin') as kind
  )
  select 'place', 'The place of supply is not known: enter the state or PIN code of the delivery, or choose it; of several places, the one that decides' from place
  where supply is null and coalesce(left(seller ->> 'gstin', 2), seller ->> 'state') is not null
  union all
  select 'place_reason', 'Another place of supply needs a reason' from place
  where buyer ->> 'place' is not null and buyer ->> 'place_reason' is null and by_rule is not null and by_rule <> buyer ->> 'place'
  union all
  select 'place', 'The goods are delivered in India, so this is no export: choose the state of the delivery' from place
  where supply ->> 'state' = '96' and buyer ->> 'delivery_state' <> '96'
  union all
  select 'zero_rating', 'No letter of undertaking is valid today: choose “With payment of IGST”, or enter its number in Site Settings' from place
  where supply ->> 'tax' = 'zero' and supply ->> 'lut' is null
  union all
  select 'gstin', 'Check the buyer''s GSTIN, or confirm that it stands as the buyer states it' from place
  where buyer ->> 'gstin' is not null and kind is null and (buyer ->> 'gstin_as_stated')::boolean is not true
$$;

-- What blocks sending on a day: [{"line": id or null, "field", "problem"}]. A seller who shows no tax needs no rates.
create or replace function private.problems_of_quotation(content jsonb, valid_until date, day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rules as (
    select
      seller, place ->> 'tax' as tax, profile.discount_limit, coalesce(profile.min_hsn_digits, 4) as hsn_digits, content -> 'buyer' as buyer,
      private.chosen_figures(content, '{}', seller) as figures
    from private.quotation_seller() as seller
    cross join lateral (select private.place_of_supply(seller, content -> 'buyer') as place) as supply
    left join public.seller_profile as profile on true
  ), line as (
    select item, position, item ->> 'name' || coalesce(' in ' || (item ->> 'colour'), '') as name
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (item, position)
  ), problem as (
    select 0 as position, null as line, 'lines' as field, 'A quotation needs at least one line' as problem where not exists (select from line)
    union all
    select 0, null, 'email', 'The buyer has no e-mail address that can be reached' from rules where not private.is_deliverable(buyer ->> 'email')
    union all
    select 0, null, 'seller', 'The state of the seller is missing: an administrator sets it in Site Settings' from rules
    where coalesce(left(seller ->> 'gstin', 2), seller ->> 'state') is null
    union all
    select position, item ->> 'id', 'price_paise', format('%s has no price', name) from line where item @? '$.quantities[*] ? (@.price_paise == null)'
    union all
    select position, item ->> 'id', 'gst_rate', format('The GST rate of %s is not known', name)
    from line cross join rules where item ->> 'gst_rate' is null and tax is distinct from 'none'
    union all
    select position, item ->> 'id', 'hsn', format('%s needs an HSN of at least %s digits', name, hsn_digits)
    from line cross join rules
    where coalesce(char_length(item ->> 'hsn'), 0) < hsn_digits and item -> 'is_charge' is distinct from 'true' and tax is distinct from 'none'
    union all
    select 1000, null, 'discount', format('A discount above %s %% needs an administrator', discount_limit::real) from rules
    where private.discount_percent(content -> 'discount', figures) > discount_limit and not private.is_admin()
    union all
    select 1000, null, 'price_reason', reason from rules
    cross join lateral (select coalesce(
      private.below_cost(content, figures) || ' is below its cost: give a reason for the price',
      case
        when private.discount_percent(content -> 'discount', figures) > discount_limit and private.is_admin()
        then format('More than %s %% off: give a reason for the price', discount_limit::real)
      end
    ) as reason) as asked
    where content ->> 'price_reason' is null and reason is not null
    union all
    select 1001, null, 'valid_until', 'Valid until is in the past' where valid_until < day
    union all
    select 1002, null, place.field, place.problem from rules cross join private.problems_of_place(seller, buyer) as place
    union all
    select 1003, choices.line, choices.field, choices.problem from private.problems_of_choices(content) as choices
    union all
    -- A quotation whose prices are not known yet has no total.
    select 1004, null, 'total', concat('The total is zero', ' with ' || private.choice_text(content, cheapest)) from rules
    cross join private.cheapest_choice(content, tax) as cheapest
    where not content @? '$.lines[*].quantities[*] ? (@.price_paise == null)' and exists (select from line)
      and (private.quotation_figures(private.chosen_lines(content, cheapest), content -> 'discount', tax, (seller ->> 'rounds_off')::boolean) ->> 'total')::numeric <= 0
  )
  select coalesce(jsonb_agg(jsonb_build_object('line', line, 'field', field, 'problem', problem) order by position, field), '[]') from problem
$$;

-- One instant decides number, financial year and date. A version that was sent before is answered as it was then, without a second
-- e-mail: the number of saves tells which one the caller means, since revisions count on.
create or replace function private.send_quotation_at(quotation uuid, saves integer, mails boolean, rates_checked boolean, at timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  current public.quotations := private.staffs_quotation(quotation);
  version public.quotation_versions;
  seller constant jsonb := private.quotation_seller();
  day constant date := private.day_in_india(at);
  problem text;
  stored jsonb;
begin
  select * into version from public.quotation_versions as listed where listed.quotation_id = current.id and listed.saves = send_quotation_at.saves;
  perform private.require(version.id is not null, 'This quotation has changed since it was opened', 'PT409');
  if version.sent_at is null then
    perform private.require_quotation_state(current, '{draft,sent,change_asked,declined}', 'sent');
    problem := private.problems_of_quotation(version.content, version.valid_until, day) #>> '{0,problem}';
    perform private.require(problem is null, problem, '22023');
    select format('The GST rate of %s is %s %% now, and %s %% in this quotation', line ->> 'name', rate / 100.0::real, (line ->> 'gst_rate')::integer / 100.0::real)
    into problem
    from jsonb_array_elements(version.content -> 'lines') as line
    cross join lateral private.gst_rate_on((line ->> 'product_id')::uuid, day) as rate
    where rate <> (line ->> 'gst_rate')::integer limit 1;
    if problem is not null and rates_checked is not true then
      raise exception using message = problem, errcode = '22023', hint = 'rates_checked';
    end if;

    current.number := coalesce(current.number, private.next_quotation_number(at));
    stored := jsonb_build_object(
      'seller', seller, 'place', private.place_of_supply(seller, version.content -> 'buyer'),
      'choice', private.whole_choice(version.content, '{}'), 'figures', private.chosen_figures(version.content, '{}', seller)
    );
    update public.quotation_versions as sending set
      sent_at = at, frozen = stored, sha256 = encode(sha256(convert_to(jsonb_build_object(
        'number', current.number, 'revision', version.revision, 'content', version.content, 'frozen', stored
      )::text, 'UTF8')), 'hex')
    where sending.id = version.id;
    update public.quotations as sending set number = current.number, state = 'sent' where sending.id = current.id;
    perform private.record_quotation_event(current.id, version.id, 'sent', jsonb_build_object('revision', version.revision));
    if mails then
      insert into public.outbox (version_id, kind, recipient) values (version.id, 'quotation', version.content #>> '{buyer,email}');
    end if;
  end if;
  return jsonb_build_object(
    'number', current.number, 'revision', version.revision, 'version_id', version.id,
    'token', case when mails is not true then private.make_quotation_link(version) end
  );
end
$$;

-- Also after its validity, since the buyer has said so by other means.
create or replace function private.accept_quotation_for_buyer(quotation uuid, choice jsonb, name text, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,change_asked,declined}', 'accepted');
  version constant public.quotation_versions := private.sent_version(quotation);
  acceptance constant jsonb := jsonb_build_object(
    'choice', private.whole_choice(version.content, private.checked_choice(version.content, choice)),
    'figures', private.accepted_figures(version, choice), 'name', private.staffs_text('name', name), 'note', private.staffs_text('note', note), 'at', clock_timestamp(), 'by', 'seller'
  );
begin
  update public.quotation_versions set accepted = acceptance where id = version.id;
  update public.quotations set state = 'accepted' where id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'accepted', acceptance - array['choice', 'figures', 'at', 'by']);
end
$$;

-- The figures of a sent version for a choice, by the rules and the taxes that it was sent with.
create or replace function private.figures_of_choice(version public.quotation_versions, choice jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select private.quotation_figures(
    private.chosen_lines(version.content, private.checked_choice(version.content, choice)), version.content -> 'discount',
    coalesce(version.frozen #>> '{place,tax}', private.place_of_supply(version.frozen -> 'seller', version.content -> 'buyer') ->> 'tax'),
    (version.frozen #>> '{seller,rounds_off}')::boolean
  )
$$;

-- The figures of a choice that is accepted. Nothing is accepted for nothing, also of versions that were sent before this was a rule.
create function private.accepted_figures(version public.quotation_versions, choice jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  figures constant jsonb := private.figures_of_choice(version, choice);
begin
  perform private.require((figures ->> 'total')::numeric > 0, 'A quotation with a total of zero cannot be accepted. Please write to us.', '22023');
  return figures;
end
$$;

-- The choice with every part that counts; refuses one that leaves something to be guessed.
create function private.required_choice(content jsonb, choice jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  whole constant jsonb := private.whole_choice(content, private.checked_choice(content, choice));
begin
  perform private.require('{"quantities": {}, "options": {}}' || coalesce(nullif(choice, 'null'), '{}') @> whole, 'Choose one of each option, and a quantity of each gift. Please load the page again.', '22023');
  return whole;
end
$$;

-- A choice with what it is in words and its total, as an approval is asked for and decided.
create function private.described_choice(version public.quotation_versions, choice jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'choice', whole, 'chosen', private.choice_text(version.content, whole), 'total_paise', private.figures_of_choice(version, whole) -> 'total'
  )
  from private.whole_choice(version.content, private.checked_choice(version.content, choice)) as whole
$$;

-- What the colleague of a link was last asked to approve; 1.0.0 asked without a choice.
create function private.asked_choice(link public.quotation_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.described_choice(version, (
    select value -> 'choice' from public.quotation_events
    where version_id = version.id and kind = 'approval_asked' and lower(value ->> 'email') = lower(link.email) order by number desc limit 1
  ))
  from public.quotation_versions as version where version.id = link.version_id
$$;

-- Whom a link's quotation was shown for approval, and what was decided, the first who was asked first. A note to the asker is for the
-- buyer's link, and for the colleague who wrote it.
create function private.approvals_on(link public.quotation_links) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'email', regexp_replace(request.value ->> 'email', '^(.).*@', '\1…@'), 'name', request.value ->> 'name', 'state', coalesce(decided.kind, 'asked'),
    'note', coalesce(decided.value ->> 'note', case when link.purpose = 'buyer' or lower(link.email) = lower(request.value ->> 'email') then private_note.note end),
    'at', coalesce(decided.created_at, request.created_at),
    'choice', coalesce(decided.value, request.value) -> 'choice', 'chosen', coalesce(decided.value, request.value) ->> 'chosen',
    'total_paise', coalesce(decided.value, request.value) -> 'total_paise'
  ) order by request.first), '[]')
  from (
    select distinct on (lower(value ->> 'email')) number, created_at, value, min(number) over (partition by lower(value ->> 'email')) as first
    from public.quotation_events where version_id = link.version_id and kind = 'approval_asked' order by lower(value ->> 'email'), number desc
  ) as request
  left join lateral (
    select * from public.quotation_events as event
    where event.version_id = link.version_id and event.kind in ('approved', 'rejected') and lower(event.value ->> 'email') = lower(request.value ->> 'email')
    order by event.number desc limit 1
  ) as decided on true
  left join private.approval_notes as private_note on private_note.event_number = decided.number
$$;

-- {"number", "revision", "state": sent, expired, accepted, declined, change_asked, withdrawn or replaced, "purpose": buyer or
-- approval, "sent_at", "valid_until", "buyer", "message", "terms", "discount", "lines", "seller", "place", "rounds_off", "figures",
-- "sha256", "accepted", "comments", "approvals", "needs_code", "credit_note", "site"}, and for a colleague "asked": the choice.
create or replace function private.open_quotation(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token);
  state constant text := private.state_of_link(link);
  quotation public.quotations;
  version public.quotation_versions;
  site constant jsonb := private.site_details();
begin
  select * into quotation from public.quotations where id = link.quotation_id;
  select * into version from public.quotation_versions where id = link.version_id;
  if state in ('replaced', 'withdrawn') then
    return json_build_object('number', quotation.number, 'revision', version.revision, 'state', state, 'purpose', link.purpose, 'site', site);
  end if;
  return jsonb_build_object(
    'number', quotation.number, 'revision', version.revision, 'state', state, 'purpose', link.purpose,
    'sent_at', version.sent_at, 'valid_until', version.valid_until, 'buyer', (version.content -> 'buyer') - array['place_reason', 'is_pharmaceutical'],
    'message', version.content -> 'message', 'terms', version.content -> 'terms', 'discount', version.content -> 'discount',
    'lines', (
      select coalesce(json_agg(line || jsonb_build_object(
        'image_widths', coalesce(
          case when product.image_url = line ->> 'image_url' then product.image_widths end,
          (
            select picture.widths from public.product_pictures as picture
            where picture.product_id = product.id and picture.url = line ->> 'image_url' limit 1
          )
        )
      ) order by position), '[]')
      from jsonb_array_elements(version.content -> 'lines') with ordinality as listed (line, position)
      left join public.products as product on product.id::text = line ->> 'product_id'
    ),
    -- The rules by which the seller works stay with the seller.
    'seller', (
      select jsonb_object_agg(key, value) from jsonb_each(version.frozen -> 'seller')
      where key in ('legal_name', 'address', 'gstin', 'state', 'is_composition', 'bank_details', 'email', 'phones', 'logo_url', 'colour')
    ),
    'place', version.frozen -> 'place', 'rounds_off', coalesce(version.frozen #> '{seller,rounds_off}', 'true'),
    'figures', case when link.purpose = 'approval' then private.figures_of_choice(version, private.asked_choice(link) -> 'choice') else version.frozen -> 'figures' end,
    'sha256', version.sha256,
    -- Acceptances of 1.0.0 may have a part of their choice.
    'accepted', case when state = 'accepted' then version.accepted - array['address', 'user_agent', 'note']
      || jsonb_build_object('choice', private.whole_choice(version.content, version.accepted -> 'choice')) end,
    'comments', (
      select coalesce(json_agg(json_build_object(
        'by', coalesce(event.value ->> 'by', 'seller'), 'name', case when event.value ? 'by' then event.actor_name else site ->> 'name' end,
        'text', event.value ->> 'text', 'line', event.value ->> 'line', 'at', event.created_at
      ) order by event.number), '[]')
      from public.quotation_events as event where event.quotation_id = quotation.id and event.kind = 'comment'
    ),
    'approvals', private.approvals_on(link),
    'needs_code', exists (select from public.seller_profile where needs_code), 'credit_note', version.frozen #> '{seller,credit_note}', 'site', site
  ) || case when link.purpose = 'approval' then jsonb_build_object('asked', private.asked_choice(link) -> 'choice') else '{}' end;
end
$$;

create or replace function private.accept_quotation(
  token text, choice jsonb, total_paise bigint, name text, designation text, purchase_order text default null, code text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  accepted_choice constant jsonb := private.required_choice(version.content, choice);
  figures constant jsonb := private.accepted_figures(version, choice);
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  signer constant text := private.cleaned_text('Your name', name, 200);
begin
  perform private.require(
    (figures ->> 'total')::numeric = total_paise, 'The total on this page is not that of the quotation. Please load it again.', '22023'
  );
  if exists (select from public.seller_profile where needs_code) then
    perform private.use_acceptance_code(version.id, code);
  end if;
  update public.quotation_versions set accepted = jsonb_build_object(
    'choice', accepted_choice, 'figures', figures, 'name', signer,
    'designation', private.cleaned_text('Designation', designation, 200),
    'purchase_order', private.cleaned_text('Purchase order number', purchase_order, 100, false),
    'at', now(), 'address', private.client_address(), 'user_agent', left(headers ->> 'user-agent', 500), 'by', 'buyer'
  ) where id = version.id;
  update public.quotations set state = 'accepted' where id = link.quotation_id;
  perform private.record_by_link(link, 'accepted', '{}', signer);
end
$$;

create function private.ask_colleague(token text, email text, name text default null, choice jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  colleague constant text := private.cleaned_text('The colleague''s e-mail address', email, 254);
begin
  perform private.require(private.is_deliverable(colleague), 'Write the colleague''s address like name@company.com', '22023');
  perform private.require(
    private.normalized_mailbox(colleague) <> private.normalized_mailbox(version.content #>> '{buyer,email}'),
    'This is your own address: enter a colleague''s.', '22023'
  );
  perform from public.quotation_events where version_id = version.id and kind = 'approval_asked' offset 9;
  perform private.require(not found, 'Ten colleagues have already been asked. Please write to us.', 'PT429');
  perform private.require(
    (select taken is not null from private.take_mail(colleague)), 'This address cannot get more e-mails today. Please try again tomorrow.', 'PT429'
  );
  perform private.record_by_link(link, 'approval_asked', jsonb_build_object(
    'email', colleague, 'name', private.cleaned_text('The name', name, 200, false)
  ) || private.described_choice(version, choice));
end
$$;

-- A colleague may change their mind while the quotation is open; the last word counts. What is decided is the choice that was asked
-- about, of the total that the page shows. The note is the asker's alone unless the colleague shows it to the seller, too.
create function private.decide_approval(
  token text, is_approved boolean, name text, note text default null, shows_note boolean default false, total_paise bigint default null
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
    total_paise is null or total_paise = (asked ->> 'total_paise')::bigint, 'Another choice was made meanwhile. Please load this page again.', 'PT409'
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

-- The sequence that counts wrong codes of a version: a refusal undoes all else that its transaction has done. The next code begins
-- a new one.
create function private.wrong_codes(version uuid) returns text
language sql immutable set search_path = '' as $$
  select 'wrong_codes_of_' || replace(version::text, '-', '')
$$;

-- Uses up the code of a version. Ten wrong ones end it, whoever asks.
create function private.use_acceptance_code(version uuid, code text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  counter constant regclass := to_regclass(format('private.%I', private.wrong_codes(version)));
  wrong bigint := 10;
begin
  if counter is not null then
    execute format('select case when is_called then last_value else 0 end from %s', counter) into wrong;
  end if;
  perform private.require(wrong < 10, 'This code has ended. Request another one.', '22023');
  if not exists (
    select from public.outbox where version_id = version and kind = 'quotation_code' and created_at > now() - interval '1 hour'
      and links @> array[private.acceptance_code_hash(version, code)]
  ) then
    perform nextval(counter);
    perform private.require(false, 'This code is wrong or has expired. Request another one.', '22023');
  end if;
  delete from public.outbox where version_id = version and kind = 'quotation_code';
  execute format('drop sequence %s', counter);
end
$$;

-- Drops the counters of codes that are over.
create function private.drop_code_counters() returns void
language plpgsql set search_path = '' as $$
declare
  counter text;
begin
  for counter in
    select relname from pg_catalog.pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'S' and relname like 'wrong\_codes\_of\_%' and not exists (
      select from public.outbox
      where kind = 'quotation_code' and created_at > now() - interval '1 hour' and private.wrong_codes(version_id) = relname
    )
  loop
    execute format('drop sequence private.%I', counter);
  end loop;
end
$$;

-- The code is made when the e-mail is sent (claim_mails): 32 random bits for an hour, too many to try. The last one counts.
create or replace function private.send_acceptance_code(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
begin
  if not exists (select from public.seller_profile where needs_code) or exists (
    select from public.outbox where version_id = version.id and kind = 'quotation_code' and created_at > now() - interval '2 minutes'
  ) then
    return;
  end if;
  perform private.require(
    (select taken is not null from private.take_mail(version.content #>> '{buyer,email}')),
    'Your address cannot get more e-mails today. Please write to us.', 'PT429'
  );
  delete from public.outbox where version_id = version.id and kind = 'quotation_code';
  execute format('drop sequence if exists private.%I', private.wrong_codes(version.id));
  execute format('create sequence private.%I', private.wrong_codes(version.id));
  insert into public.outbox (version_id, kind, recipient) values (version.id, 'quotation_code', version.content #>> '{buyer,email}');
end
$$;

-- What an e-mail says of a version: the choice that its event is about, what was accepted of it, or what its buyer sees first. Null
-- without one. The event's note is the asker's alone.
create or replace function private.mailed_quotation(version_id uuid, event_number bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', quotation.id, 'number', quotation.number, 'sent_at', version.sent_at, 'content', version.content, 'frozen', version.frozen, 'reference', quotation.number || case when version.revision > 1 then '-R' || version.revision else '' end,
      'revision', version.revision, 'buyer', version.content -> 'buyer', 'message', version.content -> 'message', 'valid_until', version.valid_until,
      'tax', version.frozen #> '{place,tax}', 'lines', private.chosen_lines(version.content, visible.version -> 'choice'), 'figures', visible.version -> 'figures',
      'accepted', version.accepted,
      'asked', case when event.value ? 'choice' then visible.version end,
      'event', case when event.number is not null then jsonb_build_object('kind', event.kind, 'name', event.actor_name, 'value', event.value, 'note', (
        select note from private.approval_notes as private_note where private_note.event_number = event.number
      )) end
    )
    from public.quotation_versions as version join public.quotations as quotation on quotation.id = version.quotation_id
    left join public.quotation_events as event on event.number = mailed_quotation.event_number
    cross join lateral (select case
      when event.value ? 'choice' then event.value || jsonb_build_object('figures', private.figures_of_choice(version, event.value -> 'choice'))
      else coalesce(version.accepted, version.frozen)
    end as version) as visible
    where version.id = mailed_quotation.version_id
  );
end
$$;

select private.expose('ask_colleague', 'Mails a colleague a link of its own, by which a choice of this version, the first unless one is given, is approved or rejected and nothing else; by a buyer''s link.');

select private.expose('decide_approval', 'Approves or rejects the choice that the colleague of a link was asked about, and refuses another total than its. Both sides are told, and the seller reads the note only where it is shown.');

-- Tells of what was done with a quotation: both sides of its acceptance and of a colleague's decision, the buyer of its reopening and of answers,
-- a colleague who is asked for an approval, and the seller of what buyers do: the quotation's owner while on the staff, else the addresses of notices. At most
-- 500 an hour to each address, beside decisions, which no comments keep from the seller. Runs with its owner's rights, since no role of the API writes e-mails.
create or replace function private.queue_quotation_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  version public.quotation_versions;
begin
  select * into version from public.quotation_versions
  where quotation_id = new.quotation_id and sent_at is not null and id = coalesce(new.version_id, id) order by revision desc limit 1;
  insert into public.outbox (version_id, kind, recipient, quotation_event)
  select version.id, mail.kind, mail.recipient, new.number
  from (
    select case
      when new.kind = 'accepted' then 'acceptance' when new.kind = 'reopened' then 'quotation_reopened'
      when new.kind = 'comment' and new.actor_id is not null or new.kind in ('approved', 'rejected') then 'quotation_answer'
    end, version.content #>> '{buyer,email}'
    union all select 'approval', new.value ->> 'email' where new.kind = 'approval_asked'
    union all
    select case new.kind when 'accepted' then 'acceptance' else 'quotation_notice' end, private.seller_addresses(new.quotation_id)
    where new.kind = 'accepted' or new.actor_id is null and new.kind in ('declined', 'change_asked', 'comment', 'approved', 'rejected')
  ) as mail (kind, recipient)
  where version.id is not null and mail.kind is not null and private.is_deliverable(mail.recipient) and (
    new.kind in ('accepted', 'declined', 'change_asked') or 500 > (
      select count(*) from public.outbox
      where private.normalized_mailbox(recipient) = private.normalized_mailbox(mail.recipient) and version_id is not null
        and created_at between now() - interval '1 hour' and now() + interval '1 minute'
    )
  )
  on conflict do nothing;
  return null;
end
$$;

-- Deletes what has expired, once an hour, and nothing else does. Of refresh tokens, the one that the newest replaced stays,
-- which a client may still have. Links of e-mails go with the time of sending: a link without its token but with the time has
-- been used (prove_address). Auth's tables are its own: where one is missing, differs or may not be changed, the others are
-- purged all the same.
create or replace function private.purge_expired() returns void
language plpgsql security definer set search_path = '' as $$
declare
  purge text;
begin
  foreach purge in array array[
    $purge$ delete from auth.refresh_tokens as old where old.revoked and old.updated_at < now() - interval '7 days'
      and not exists (select from auth.refresh_tokens as next where next.parent = old.token and next.revoked is not true) $purge$,
    $purge$ delete from auth.audit_log_entries where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from auth.mfa_challenges where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.flow_state where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.one_time_tokens where created_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set confirmation_token = '' where confirmation_token <> '' and confirmation_sent_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set recovery_token = '', recovery_sent_at = null where recovery_token <> '' and recovery_sent_at < now() - interval '2 days' $purge$,
    $purge$ delete from private.sent_mails where sent_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.missed_search_reports where reported_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.event_quotas where counted_at < now() - interval '1 hour' $purge$,
    $purge$ delete from public.daily_counts
      where kind in ('searched', 'not_found', 'search_chosen') and key <> '' and day < private.day_in_india(now() - private.stored_for('searches')) $purge$,
    $purge$ delete from private.sent_leads where sent_at < now() - interval '1 hour' $purge$,
    $purge$ delete from private.released_images where released_at < now() - interval '1 day' $purge$,
    $purge$ delete from public.deleted_records where deleted_at <= now() - interval '30 days' $purge$,
    $purge$ delete from public.quotations where erase_on <= private.day_in_india(now()) $purge$,
    $purge$ delete from public.record_history where changed_at <= now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.imports where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.missed_searches where searched_at < now() - private.stored_for('searches') $purge$,
    $purge$ delete from public.missed_searches
      where words in (select words from public.missed_searches order by searches desc, searched_at desc offset 500) $purge$,
    $purge$ delete from public.access_log where at < now() - private.stored_for('access_log') $purge$,
    $purge$ delete from public.privacy_requests where closed_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.outbox where kind = 'data_link' and created_at < now() - interval '3 days' $purge$,
    $purge$ with expired as (
        update public.lead_replies set files = null where files is not null and created_at < now() - interval '7 days' returning event_number
      )
      update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
      where kind = 'reply' and state = 'queued' and event_number in (select event_number from expired) $purge$,
    $purge$ select private.drop_code_counters() $purge$,
    $purge$ select private.erase_due_leads() $purge$,
    $purge$ update public.retention set last_run_at = now() where kind <> 'mail_files' $purge$
  ] loop
    begin
      execute purge;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
end
$$;

comment on column public.seller_profile.lut_number is 'The reference of the letter of undertaking under which exports and supplies to special economic zones bear no IGST.';

comment on column public.seller_profile.lut_valid_until is 'The end of its financial year, on 31 March.';

comment on column public.quotation_events.value is
  'Of a comment {"text", "line"}, of a decline {"reason", "text"}, of an approval that is asked for {"email", "name", "choice", "chosen", "total_paise"}, of one the same with "note", of what a colleague does their {"email"}, of an extension {"from", "until"}, of others {"text"}.';

comment on table private.approval_notes is 'What a colleague has written to the asker alone, by the event of the decision; a note that the seller may read is in the event.';

comment on function public.accept_quotation_for_buyer(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,pg_catalog.text) is 'Accepts the version in force as its buyer has said elsewhere: their choice, of which a missing part is the first, and name, and a note on how they said it.';

revoke all on function private.state_of_pin(address text) from public, anon, authenticated, service_role;

revoke all on function private.place_by_rule(buyer jsonb) from public, anon, authenticated, service_role;

revoke all on function private.whole_choice(content jsonb, choice jsonb) from public, anon, authenticated, service_role;

revoke all on function private.cheapest_choice(content jsonb, tax text) from public, anon, authenticated, service_role;

revoke all on function private.choice_text(content jsonb, choice jsonb) from public, anon, authenticated, service_role;

revoke all on function private.problems_of_choices(content jsonb) from public, anon, authenticated, service_role;

revoke all on function private.problems_of_place(seller jsonb, buyer jsonb) from public, anon, authenticated, service_role;

revoke all on function private.discount_percent(discount jsonb, figures jsonb) from public, anon, authenticated, service_role;

revoke all on function private.accepted_figures(version public.quotation_versions, choice jsonb) from public, anon, authenticated, service_role;

revoke all on function private.required_choice(content jsonb, choice jsonb) from public, anon, authenticated, service_role;

revoke all on function private.described_choice(version public.quotation_versions, choice jsonb) from public, anon, authenticated, service_role;

revoke all on function private.asked_choice(link public.quotation_links) from public, anon, authenticated, service_role;

revoke all on function private.approvals_on(link public.quotation_links) from public, anon, authenticated, service_role;

revoke all on function private.wrong_codes(version uuid) from public, anon, authenticated, service_role;

revoke all on function private.use_acceptance_code(version uuid, code text) from public, anon, authenticated, service_role;

revoke all on function private.drop_code_counters() from public, anon, authenticated, service_role;

revoke all on function public.ask_colleague(token text, email text, name text, choice jsonb) from public, anon, authenticated, service_role;
grant execute on function public.ask_colleague(token text, email text, name text, choice jsonb) to anon, authenticated, service_role;

revoke all on function private.ask_colleague(token text, email text, name text, choice jsonb) from public, anon, authenticated, service_role;
grant execute on function private.ask_colleague(token text, email text, name text, choice jsonb) to anon, authenticated, service_role;

revoke all on function public.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint) from public, anon, authenticated, service_role;
grant execute on function public.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint) to anon, authenticated, service_role;

revoke all on function private.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint) from public, anon, authenticated, service_role;
grant execute on function private.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint) to anon, authenticated, service_role;

revoke all on function private.gstin_kind(value text) from public, anon, authenticated, service_role;
grant execute on function private.gstin_kind(value text) to authenticated, service_role;
-- Written until here.
