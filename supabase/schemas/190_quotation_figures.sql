-- The figures of a quotation under the Indian goods and services tax: whole paise, halves away from zero (product.md, section 9).
-- packages/shared/src/quotations has the same rules for what a person sees while typing; these here decide.

-- The states by the code that begins a GSTIN. Union territories without a legislature levy UTGST in place of SGST.
create function private.gst_states() returns table (code text, name text, levies_utgst boolean)
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
    ('37', 'Andhra Pradesh', false), ('38', 'Ladakh', true), ('97', 'Other Territory', true)
$$;

-- Whether a text is a GSTIN: a known state, a PAN, and the check digit of the fourteen characters before it.
create function private.is_gstin(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$'
    and left(value, 2) in (select code from private.gst_states())
    and right(value, 1) = (
      select substr(digits, ((36 - sum(product / 36 + product % 36) % 36) % 36)::integer + 1, 1)
      from (select '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ' as digits) as alphabet
      cross join lateral (
        select (strpos(digits, substr(value, index, 1)) - 1) * (2 - index % 2) as product from generate_series(1, 14) as index
      ) as weighted
      group by digits
    )
$$;

-- Where the goods are supplied, the taxes that follow, and why. A registered buyer is supplied in the state of the GSTIN, also
-- where the goods go elsewhere on the buyer's direction; another one where they are delivered (sections 10(1)(b) and 10(1)(ca) of
-- the IGST Act). A seller without a GSTIN, or under composition, shows no tax.
-- seller {"gstin", "state", "is_composition"}; buyer {"gstin", "billing_state", "delivery_state", "is_sez", "place", "place_reason"}
-- returns {"state", "tax": none, zero, igst, cgst_sgst or cgst_utgst, "why"}
create function private.place_of_supply(seller jsonb, buyer jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'state', place.state,
    'tax', case
      when seller ->> 'gstin' is null or (seller ->> 'is_composition')::boolean then 'none'
      when (buyer ->> 'is_sez')::boolean then 'zero'
      when place.state <> own.code then 'igst'
      when own.levies_utgst then 'cgst_utgst'
      else 'cgst_sgst'
    end,
    'why', place.why
  )
  from private.gst_states() as own
  cross join lateral (
    select state, why from (values
      (1, case when buyer ->> 'place_reason' is not null then buyer ->> 'place' end, 'chosen'),
      (2, left(buyer ->> 'gstin', 2), 'gstin'),
      (3, buyer ->> 'delivery_state', 'delivery'),
      (4, buyer ->> 'billing_state', 'billing'),
      (5, own.code, 'seller')
    ) as rule (rank, state, why)
    where state is not null order by rank limit 1
  ) as place
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
