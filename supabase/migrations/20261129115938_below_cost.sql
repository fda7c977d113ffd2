-- below cost
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- What is stored of content that staff give: with every field and no others. A GSTIN decides the state of the buyer. Amounts stay
-- within what a number of JavaScript holds exactly.
create or replace function private.cleaned_quotation(content jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  buyer jsonb := private.cleaned_record(content -> 'buyer', '{
    "name": ["Name", "words", 200], "company": ["Company", "words", 200], "email": ["E-mail", "email", 254], "phone": ["Phone", "words", 50],
    "gstin": ["Buyer''s GSTIN", "gstin"], "billing_address": ["Billing address", "text", 400], "billing_state": ["State of the billing address", "state"],
    "delivery_address": ["Delivery address", "text", 400], "delivery_state": ["State of the delivery address", "state"],
    "is_sez": ["Special economic zone", "truth"], "is_pharmaceutical": ["Pharmaceutical company", "answer"], "place": ["Place of supply", "state"],
    "place_reason": ["Reason for the place of supply", "text", 200], "delivery_city": ["Delivery city", "text", 100],
    "needed_by": ["Needed by", "day"]
  }', 'The buyer: ');
  discount constant jsonb := case when jsonb_typeof(content -> 'discount') = 'object' then jsonb_strip_nulls(private.cleaned_record(
    content -> 'discount', '{"percent": ["Discount in hundredths of a per cent", "whole", 10000], "paise": ["Discount in paise", "whole", 1000000000000000]}'
  )) end;
  lines jsonb;
begin
  if buyer ->> 'gstin' is not null then
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
      "quantity": ["Quantity", "whole", 1000000], "price_paise": ["Price in paise", "whole", 1000000000]
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
  return private.cleaned_record(content, '{"message": ["Message", "text", 2000], "terms": ["Terms", "text", 5000], "price_reason": ["Reason for the price", "text", 500]}', 'The quotation: ')
    || jsonb_build_object('buyer', buyer, 'discount', discount, 'lines', lines);
end
$$;

-- The name of the line that is offered furthest below the cost of its product, after the discount; null where none is.
create function private.below_cost(content jsonb, figures jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select line ->> 'name'
  from jsonb_array_elements(content -> 'lines') as line
  join public.product_terms as terms on terms.product_id = (line ->> 'product_id')::uuid
  cross join lateral jsonb_array_elements(line -> 'quantities') as offer
  cross join lateral (select (offer ->> 'price_paise')::numeric * (1 - coalesce(
    (content #>> '{discount,percent}')::numeric / 10000, (figures ->> 'discount')::numeric / nullif((figures ->> 'amount')::numeric, 0), 0
  )) as price) as reduced
  where price < terms.cost_paise order by terms.cost_paise - price desc limit 1
$$;

-- What blocks sending on a day: [{"line": id or null, "field", "problem"}]. A seller who shows no tax needs no rates.
create or replace function private.problems_of_quotation(content jsonb, valid_until date, day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rules as (
    select
      place ->> 'tax' as tax, profile.discount_limit, coalesce(profile.min_hsn_digits, 4) as hsn_digits, content -> 'buyer' as buyer,
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
    select 0, null, 'seller', 'The state of the seller is missing: an administrator sets it in Site Settings' from rules where tax is null
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
    where (figures ->> 'discount')::numeric * 100 > (figures ->> 'amount')::numeric * discount_limit and not private.is_admin()
    union all
    select 1000, null, 'price_reason', reason from rules
    cross join lateral (select coalesce(
      private.below_cost(content, figures) || ' is below its cost: give a reason for the price',
      case
        when (figures ->> 'discount')::numeric * 100 > (figures ->> 'amount')::numeric * discount_limit and private.is_admin()
        then format('More than %s %% off: give a reason for the price', discount_limit::real)
      end
    ) as reason) as asked
    where content ->> 'price_reason' is null and reason is not null
    union all
    select 1001, null, 'valid_until', 'Valid until is in the past' where valid_until < day
    union all
    select 1002, null, 'place_reason', 'Another place of supply needs a reason' from rules
    where buyer ->> 'place' is not null and buyer ->> 'place_reason' is null
  )
  select coalesce(jsonb_agg(jsonb_build_object('line', line, 'field', field, 'problem', problem) order by position, field), '[]') from problem
$$;

revoke all on function private.below_cost(content jsonb, figures jsonb) from public, anon, authenticated, service_role;
-- Written until here.
