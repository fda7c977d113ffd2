-- What staff write in quotations before they are sent (product.md, section 2, Quotations).

-- A record with the fields of the rules and no others, texts trimmed, and empty ones null. Ends with a sentence that names the field
-- where a rule does not hold. rules {"field": ["label", "kind", limit]}
create function private.cleaned_record(input jsonb, rules jsonb, subject text default '') returns jsonb
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
      when char_length(trimmed_text) > coalesce(field.most, 2000) then format('may have at most %s characters', coalesce(field.most, 2000))
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
create function private.cleaned_quotation(content jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  buyer jsonb := private.cleaned_record(content -> 'buyer', '{
    "name": ["Name", "words", 200], "company": ["Company", "words", 200], "email": ["E-mail", "email", 254], "phone": ["Phone", "words", 50],
    "gstin": ["Buyer''s GSTIN", "text", 40], "gstin_as_stated": ["Buyer''s GSTIN as stated", "truth"], "billing_address": ["Billing address", "text", 400], "billing_state": ["State of the billing address", "state"],
    "delivery_address": ["Delivery address", "text", 5000], "delivery_state": ["State of the delivery address", "state"],
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
    'A quotation may have at most 200 lines', '22023'
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
    || jsonb_build_object('buyer', buyer, 'discount', discount, 'lines', lines)
    || case when content -> 'prints_mrp' = 'true' then '{"prints_mrp": true}' else '{}' end::jsonb;
end
$$;

-- A content as it is sent: its lines have the MRP of their products where the seller prints it, and nowhere else.
create function private.with_mrp(content jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select content || jsonb_build_object('lines', (
    select coalesce(jsonb_agg(line - 'mrp_paise' || case
      when content -> 'prints_mrp' = 'true' and mrp_paise > 0 then jsonb_build_object('mrp_paise', mrp_paise) else '{}'
    end order by position), '[]')
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
    left join public.product_terms as terms on terms.product_id = (line ->> 'product_id')::uuid
  ))
$$;

-- The day in India, which decides validity and financial year.
create function private.day_in_india(at timestamptz) returns date
language sql immutable set search_path = '' as $$
  select (at at time zone 'Asia/Kolkata')::date
$$;

-- Adds to the history of a quotation what staff have done, or what someone without an account who is named has.
create function private.record_quotation_event(
  quotation uuid, version uuid, kind text, value jsonb default '{}', buyer_name text default null
) returns void
language sql set search_path = '' as $$
  insert into public.quotation_events (quotation_id, version_id, kind, actor_id, actor_name, value)
  values (
    quotation, version, kind, case when buyer_name is null then auth.uid() end,
    coalesce(buyer_name, (
      select coalesce(profiles.name, users.email) from auth.users join public.profiles on profiles.id = users.id where users.id = auth.uid()
    ), ''),
    jsonb_strip_nulls(value)
  )
$$;

-- Ends with a sentence unless a quotation is in one of these states.
create function private.require_quotation_state(current public.quotations, states text[], action text) returns void
language sql set search_path = '' as $$
  select private.require(current.state = any (states), case current.state
    when 'accepted' then coalesce('Already accepted by ' || (
      select accepted ->> 'name' from public.quotation_versions where quotation_id = current.id and accepted is not null limit 1
    ), 'Already accepted')
    else format('A quotation that is %s cannot be %s', case current.state
      when 'draft' then 'not sent yet' when 'sent' then 'sent' when 'declined' then 'declined' when 'withdrawn' then 'withdrawn'
      else 'to be changed'
    end, action)
  end, 'PT409')
$$;

-- The quotation that staff act on, locked, so that those who act on the same one wait for each other.
create function private.staffs_quotation(quotation uuid, states text[] default null, action text default null) returns public.quotations
language plpgsql set search_path = '' as $$
declare
  current public.quotations;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select * into current from public.quotations as listed where listed.id = quotation for update;
  perform private.require(found, 'This quotation does not exist', 'PT404');
  perform private.require(
    current.erase_on is null, 'The buyer''s details were erased: the legal copy of this quotation can only be printed', 'PT409'
  );
  if states is not null then
    perform private.require_quotation_state(current, states, action);
  end if;
  return current;
end
$$;

-- The version of a quotation that is in force: the latest that was sent. A row of nulls before.
create function private.sent_version(quotation uuid) returns public.quotation_versions
language sql stable set search_path = '' as $$
  select * from public.quotation_versions where quotation_id = quotation and sent_at is not null order by revision desc limit 1
$$;

create function private.default_validity() returns date
language sql stable set search_path = '' as $$
  select private.day_in_india(now()) + coalesce((select valid_days from public.seller_profile), 15)
$$;

-- Stores cleaned content of a new quotation as its first draft, valid from today for as long as the profile says.
create function private.start_quotation(lead uuid, content jsonb) returns uuid
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

-- The GST rate of a product in hundredths of a per cent, as it is on a day; null where it is not known.
create function private.gst_rate_on(product uuid, day date) returns integer
language sql stable set search_path = '' as $$
  select (gst_rate * 100)::integer from public.product_terms where product_id = product and coalesce(gst_rate_from <= day, true)
$$;

-- The inquiries that are one lead: the one that stands for the others, then those merged into it, the oldest first.
create function private.inquiries_of_lead(lead uuid) returns table (id uuid, rank bigint)
language sql stable security definer set search_path = '' as $$
  select part.lead_id, row_number() over (order by part.merged_into is not null, part.created_at, part.lead_id)
  from public.lead_handling as given
  join public.lead_handling as part on coalesce(given.merged_into, given.lead_id) in (part.lead_id, part.merged_into)
  join public.leads on leads.id = part.lead_id and leads.erased_at is null
  where given.lead_id = inquiries_of_lead.lead
$$;

-- What a lead asked for, as it stands beside a draft: [{"id", "reference", "created_at", "message", "needed_by", "budget_per_gift",
-- "delivery_city", "wants_branding", "lines": [{"name", "quantity", "note", "colours"}]}].
create function private.asked_by_lead(lead uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'id', inquiry.id, 'reference', inquiry.reference, 'created_at', inquiry.created_at, 'message', inquiry.message,
    'needed_by', inquiry.needed_by, 'budget_per_gift', inquiry.budget_per_gift, 'delivery_city', inquiry.delivery_city,
    'wants_branding', inquiry.wants_branding,
    'lines', coalesce((
      select json_agg(json_build_object('name', name, 'quantity', quantity, 'note', note, 'colours', colours) order by position)
      from public.lead_items where lead_id = inquiry.id
    ), (
      select json_agg(json_build_object('name', name, 'quantity', null, 'note', null, 'colours', null) order by position)
      from unnest(inquiry.selected_products) with ordinality as listed (name, position)
    ), '[]')
  ) order by part.rank), '[]')
  from private.inquiries_of_lead(lead) as part join public.leads as inquiry on inquiry.id = part.id
$$;

-- A line that has quantities by colour becomes one line for each of its colours. An inquiry without lines has the names of products.
create function private.draft_quotation(lead uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  inquiry public.leads;
  buyer public.companies;
  drafted uuid;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  -- An erasure waits until the draft is stored, and erases it, too.
  select * into inquiry from public.leads where id = lead for share;
  perform private.require(found, 'This lead does not exist', 'PT404');
  perform private.require(inquiry.erased_at is null, 'The details of this inquiry were erased', '22023');
  select company.* into buyer from public.contacts join public.companies as company on company.id = company_id where contacts.id = inquiry.contact_id;
  select private.start_quotation(lead, private.cleaned_quotation(jsonb_build_object(
    'buyer', jsonb_build_object(
      'name', inquiry.name, 'company', inquiry.company, 'email', inquiry.email, 'phone', inquiry.phone, 'gstin', buyer.gstin, 'billing_address', buyer.billing_address,
      'delivery_city', inquiry.delivery_city, 'needed_by', inquiry.needed_by
    ),
    'terms', coalesce(buyer.terms, (select terms from public.seller_profile)),
    'lines', coalesce(jsonb_agg(jsonb_build_object(
      'id', gen_random_uuid(), 'product_id', product.id, 'code', product.code, 'name', line.name, 'note', line.note,
      'colour', left((select string_agg(colour ->> 'name', ', ' order by rank) from jsonb_array_elements(line.colours) with ordinality as chosen (colour, rank)), 200),
      'hsn', (select hsn from public.product_terms where product_id = product.id),
      'gst_rate', private.gst_rate_on(product.id, private.day_in_india(now())),
      'image_url', private.product_again(product, line.colours) ->> 'image_url',
      'quantities', jsonb_build_array(jsonb_build_object('quantity', coalesce(line.quantity, product.min_quantity, 1)))
    ) order by line.rank, line.position, line.ordinality), '[]')
  )))
  into drafted
  from (
    select part.rank, item.position::bigint, shade.ordinality, item.product_id, item.name, item.note,
      case when is_split then jsonb_build_array(shade.colour) else item.colours end as colours,
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
select private.expose('draft_quotation',
  'Makes a quotation of a lead, a draft without prices: its lines and those of inquiries merged with it, one for each colour of a split line, with HSN, rate and picture of the product; its buyer, city and day; GSTIN, address and terms of its company; validity of the seller''s profile. Its id.');

create function private.save_quotation(quotation uuid, content jsonb, valid_until date, saves integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
  draft public.quotation_versions;
begin
  select * into draft from public.quotation_versions as version where version.quotation_id = current.id and version.sent_at is null;
  perform private.require(draft.id is not null, 'This quotation was sent: revise it first', 'PT409');
  perform private.require(draft.saves = save_quotation.saves, 'This quotation has changed since it was opened', 'PT409');
  perform private.require(
    save_quotation.valid_until between '2000-01-01' and '2999-12-31', 'Valid until must be a date from 2000 to 2999', '22023'
  );
  update public.quotation_versions as version
  set content = private.cleaned_quotation(save_quotation.content), valid_until = save_quotation.valid_until, saves = version.saves + 1
  where version.id = draft.id;
  return draft.saves + 1;
end
$$;
select private.expose('save_quotation',
  'Stores the draft of a quotation, if it was saved as often as the caller knows, and says how often it is saved now; else 409.');

create function private.revise_quotation(quotation uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,change_asked,declined}', 'revised');
  version constant public.quotation_versions := private.sent_version(quotation);
begin
  perform from public.quotation_versions where quotation_id = current.id and sent_at is null;
  if not found then
    insert into public.quotation_versions (quotation_id, revision, saves, content, valid_until)
    values (
      current.id, version.revision + 1, version.saves + 1, version.content, greatest(version.valid_until, private.default_validity())
    );
    perform private.record_quotation_event(current.id, null, 'revised', jsonb_build_object('revision', version.revision + 1));
  end if;
  return version.revision + 1;
end
$$;
select private.expose('revise_quotation',
  'Makes the draft of the next revision of a quotation that was sent, where there is none yet, and gives its number. What was sent stays in force until the draft is sent.');

create function private.discard_quotation_draft(quotation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
  discarded smallint;
begin
  if current.number is null then
    delete from public.quotations where id = current.id;
    return;
  end if;
  delete from public.quotation_versions where quotation_id = current.id and sent_at is null returning revision into discarded;
  if found then
    perform private.record_quotation_event(current.id, null, 'discarded', jsonb_build_object('revision', discarded));
  end if;
end
$$;
select private.expose('discard_quotation_draft',
  'Deletes the draft of a quotation, and the quotation where nothing of it was sent.');

create function private.duplicate_quotation(quotation uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
begin
  return private.start_quotation(current.lead_id, (
    select content from public.quotation_versions where quotation_id = current.id order by revision desc limit 1
  ));
end
$$;
select private.expose('duplicate_quotation',
  'Makes a quotation of its own, with the content of the latest version of another one. Its id.');

-- The lead is {"id", "reference", "company"}, the order {"id", "number"}, each version has "is_expired", and "offered_prices" is {line id: {"last", "breaks",
-- "cost_paise", "mrp_paise", "parts": [{"name", "gst_rate"}], "is_brand_reminder", "is_pharmaceutical"}}.
create function private.quotation_details(quotation uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  latest public.quotation_versions;
  found_one public.quotations;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select * into found_one from public.quotations where id = quotation;
  perform private.require(found, 'This quotation does not exist', 'PT404');
  select * into latest from public.quotation_versions where quotation_id = quotation order by revision desc limit 1;
  return json_build_object(
    'quotation', to_json(found_one), 'given', private.given_by_buyer(quotation),
    'lead', (
      select json_build_object('id', id, 'reference', reference, 'company', company) from public.leads where id = found_one.lead_id
    ),
    'company', (
      select json_build_object('id', company.id, 'name', company.name)
      from public.contacts join public.companies as company on company.id = company_id where contacts.id = found_one.contact_id
    ),
    'order', (select json_build_object('id', id, 'number', number) from public.orders where quotation_id = found_one.id),
    'inquiries', private.asked_by_lead(found_one.lead_id),
    'versions', (
      select json_agg(to_jsonb(version) || jsonb_build_object(
        'is_expired', version.sent_at is not null and version.valid_until < private.day_in_india(now())
      ) order by revision desc)
      from public.quotation_versions as version where quotation_id = quotation
    ),
    'events', (
      select coalesce(json_agg(event order by number), '[]') from public.quotation_events as event where quotation_id = quotation
    ),
    'links', (
      select coalesce(json_agg(json_build_object(
        'id', id, 'purpose', purpose, 'email', email, 'created_at', created_at, 'ended_at', ended_at
      ) order by created_at), '[]') from public.quotation_links where quotation_id = quotation
    ),
    -- By the lines of the latest version. Remembered is what the same product cost in the newest other quotation that was sent, of the
    -- same company before others.
    'offered_prices', (
      select coalesce(json_object_agg(line ->> 'id', json_build_object(
        'last', (
          select json_build_object(
            'price_paise', price -> 'quantities' -> 0 -> 'price_paise', 'quantity', price -> 'quantities' -> 0 -> 'quantity',
            'number', other.number, 'sent_at', version.sent_at, 'is_same_buyer', coalesce(buyer.company_id = (select company_id from public.contacts where id = other.contact_id), false)
          )
          from public.quotation_versions as version join public.quotations as other on other.id = version.quotation_id
          cross join lateral jsonb_array_elements(version.content -> 'lines') as price
          where version.sent_at is not null and version.quotation_id <> quotation
            and version.content -> 'lines' @> jsonb_build_array(jsonb_build_object('product_id', line -> 'product_id'))
            and price -> 'product_id' = line -> 'product_id'
          order by buyer.company_id = (select company_id from public.contacts where id = other.contact_id) desc nulls last, version.sent_at desc limit 1
        ),
        'breaks', (
          select coalesce(json_agg(json_build_object('quantity', quantity, 'price_paise', price_paise) order by quantity), '[]')
          from public.product_price_breaks where product_id = (line ->> 'product_id')::uuid
        ),
        'cost_paise', (select cost_paise from public.product_terms where product_id = (line ->> 'product_id')::uuid),
        'mrp_paise', (select mrp_paise from public.product_terms where product_id = (line ->> 'product_id')::uuid),
        -- The rate of a part is that of the product with its name.
        'parts', (
          select coalesce(json_agg(json_build_object('name', part.name, 'gst_rate', private.gst_rate_on((
            select products.id from public.products where products.name = part.name order by created_at desc limit 1
          ), private.day_in_india(now()))) order by part.position), '[]')
          from public.product_parts as part where part.product_id = (line ->> 'product_id')::uuid
        ),
        'is_brand_reminder', coalesce((select is_brand_reminder from public.products where products.id = (line ->> 'product_id')::uuid), false),
        'is_pharmaceutical', exists (
          select from public.product_industry_tags
          where product_id = (line ->> 'product_id')::uuid and industry_tag_id = any (private.doctor_type_industries())
        )
      )), '{}')
      from jsonb_array_elements(latest.content -> 'lines') as line left join public.contacts as buyer on buyer.id = found_one.contact_id
      where line ->> 'product_id' is not null
    )
  );
end
$$;
select private.expose('quotation_details',
  'A quotation with all that staff see of it: {"quotation", "given": what its buyer gave, "lead", "company", "order", "inquiries", "versions", newest first, "events", "links", "offered_prices"}. 404 for an unknown one.');
