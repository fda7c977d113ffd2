-- printed mrp
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- What is stored of content that staff give: with every field and no others. A GSTIN decides the state of the buyer. Amounts stay
-- within what a number of JavaScript holds exactly.
create or replace function private.cleaned_quotation(content jsonb) returns jsonb
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

-- The lead is {"id", "reference", "company"}, the order {"id", "number"}, each version has "is_expired", and "offered_prices" is {line id: {"last", "breaks",
-- "cost_paise", "mrp_paise", "parts": [{"name", "gst_rate"}], "is_brand_reminder", "is_pharmaceutical"}}.
create or replace function private.quotation_details(quotation uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  latest public.quotation_versions;
  found_one public.quotations;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select * into found_one from public.quotations where id = quotation;
  if not found then
    perform private.refuse_change(null, null, 'quotation');
  end if;
  select * into latest from public.quotation_versions where quotation_id = quotation order by revision desc limit 1;
  return json_build_object(
    'quotation', to_json(found_one), 'given', private.given_by_buyer(quotation),
    'lead', (
      select json_build_object('id', id, 'reference', private.lead_reference(id), 'company', company) from public.leads where id = found_one.lead_id
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

    version.content := private.with_mrp(version.content);
    current.number := coalesce(current.number, private.next_quotation_number(at));
    stored := jsonb_build_object(
      'seller', seller, 'place', private.place_of_supply(seller, version.content -> 'buyer'),
      'choice', private.whole_choice(version.content, '{}'), 'figures', private.chosen_figures(version.content, '{}', seller)
    );
    update public.quotation_versions as sending set
      sent_at = at, content = version.content, frozen = stored, sha256 = encode(sha256(convert_to(jsonb_build_object(
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

revoke all on function private.with_mrp(content jsonb) from public, anon, authenticated, service_role;
-- Written until here.
