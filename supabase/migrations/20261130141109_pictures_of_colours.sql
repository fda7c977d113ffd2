-- pictures of colours
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- A product of a line as it is now, to order it again. It is pictured in the first of the chosen colours that has a picture; "shades" are
-- all of these: [{"name", "image_url", "image_widths"}].
create or replace function private.product_again(product public.products, colours jsonb) returns json
language sql stable set search_path = '' as $$
  select json_build_object(
    'id', product.id, 'name', product.name, 'image_url', coalesce(shades #>> '{0,image_url}', product.image_url),
    'image_widths', coalesce(shades #> '{0,image_widths}', to_jsonb(product.image_widths)), 'budget', product.budget, 'min_quantity', product.min_quantity,
    'colours', (select coalesce(json_agg(json_build_object('name', name) order by position), '[]') from public.product_colours where product_id = product.id),
    'shades', coalesce(shades, '[]')
  )
  from (
    select jsonb_agg(jsonb_build_object('name', shade.name, 'image_url', picture.url, 'image_widths', picture.widths) order by rank) as shades
    from jsonb_array_elements(colours) with ordinality as chosen (colour, rank)
    join public.product_colours as shade on shade.product_id = product.id and lower(shade.name) = lower(colour ->> 'name')
    join (
      select product.image_url, product.image_widths
      union all
      select url, widths from public.product_pictures where product_id = product.id
    ) as picture (url, widths) on picture.url = shade.picture
  ) as pictured
$$;

-- A line that has quantities by colour becomes one line for each of its colours. An inquiry without lines has the names of products.
create or replace function private.draft_quotation(lead uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  inquiry public.leads;
  buyer public.companies;
  drafted uuid;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  -- An erasure waits until the draft is stored, and erases it, too.
  select * into inquiry from public.leads where id = lead for share;
  if not found then
    perform private.refuse_change(null, null, 'lead');
  end if;
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
-- Written until here.
