-- order again
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- A product of a line as it is now, to order it again. It is pictured in the one colour that was chosen.
create function private.product_again(product public.products, colours jsonb) returns json
language sql stable set search_path = '' as $$
  select json_build_object(
    'id', product.id, 'name', product.name, 'image_url', coalesce(picture.url, product.image_url),
    'image_widths', case when picture.url is null then product.image_widths else picture.widths end, 'budget', product.budget,
    'min_quantity', product.min_quantity,
    'colours', (select coalesce(json_agg(json_build_object('name', name) order by position), '[]') from public.product_colours where product_id = product.id)
  )
  from (values (case when jsonb_array_length(colours) = 1 then lower(colours -> 0 ->> 'name') end)) as wanted (colour)
  left join public.product_colours as shade on shade.product_id = product.id and lower(shade.name) = wanted.colour
  left join public.product_pictures as picture on picture.product_id = shade.product_id and picture.url = shade.picture
  limit 1
$$;

-- What the seller thinks of a lead stays with the seller: spam looks new, and lost closed. A visitor gets pictures of products
-- whose ids were sent, and of names that the preview shows; the link of an inquiry that an account has sent shows what it saw.
create or replace function private.inquiry_as_json(mine public.leads) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return json_build_object(
    'reference', private.lead_reference(mine.id), 'created_at', mine.created_at, 'message', mine.message,
    'needed_by', mine.needed_by, 'budget_per_gift', mine.budget_per_gift, 'delivery_city', mine.delivery_city,
    'wants_branding', mine.wants_branding, 'marketing_consent', mine.marketing_consent, 'erased_at', mine.erased_at,
    'state', (
      -- A merged inquiry has the state of the lead that stands for it.
      select case state when 'spam' then 'new' when 'opened' then 'new' when 'won' then 'ordered' when 'lost' then 'closed' else state end
      from public.lead_handling
      where lead_id = coalesce((select own.merged_into from public.lead_handling as own where own.lead_id = mine.id), mine.id)
    ),
    'is_mailed', exists (select from public.outbox where lead_id = mine.id and kind = 'acknowledgement' and state = 'sent'),
    'lines', (
      select coalesce(json_agg(json_build_object(
        'name', line.name, 'quantity', line.quantity, 'note', line.note, 'colours', line.colours,
        'product', (
          select private.product_again(product, line.colours) from public.products as product
          where product.is_sample and (
            product.id = line.product_id
            or (not line.has_ids and product.name = line.name and (coalesce(auth.uid(), mine.sender_id) is not null or product.id::text in (
              select card ->> 'id' from json_array_elements(private.catalogue_page_of('{}') -> 'products') as card
            )))
          )
          order by product.created_at desc limit 1
        )
      ) order by line.position), '[]')
      from (
        select item.name, item.quantity, item.note, item.colours, item.product_id, true as has_ids, item.position::bigint
        from public.lead_items as item where item.lead_id = mine.id
        union all
        -- An inquiry without quantities holds names alone.
        select listed.name, null, null, null, null, false, listed.position
        from unnest(mine.selected_products) with ordinality as listed (name, position)
        where not exists (select from public.lead_items as item where item.lead_id = mine.id)
      ) as line
    )
  );
end
$$;

-- The gifts of a choice as my_inquiries has the lines of an inquiry, with their products as they are now.
create function private.order_again(token text, choice jsonb default null) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version public.quotation_versions;
begin
  perform private.require(private.state_of_link(link) not in ('replaced', 'withdrawn'), 'Ask for the current quotation.', 'PT410');
  select * into version from public.quotation_versions where id = link.version_id;
  return (
    select coalesce(json_agg(json_build_object(
      'name', line -> 'name', 'quantity', line -> 'quantity', 'note', line -> 'note', 'colours', colours,
      'product', (
        select private.product_again(product, colours) from public.products as product where product.id = (line ->> 'product_id')::uuid and product.is_sample
      )
    ) order by position), '[]')
    from jsonb_array_elements(private.chosen_lines(version.content, private.checked_choice(version.content, choice))) with ordinality as listed (line, position)
    cross join lateral (select case when line ->> 'colour' <> '' then jsonb_build_array(jsonb_build_object('name', line -> 'colour', 'quantity', line -> 'quantity')) end) as chosen (colours)
    where line -> 'is_charge' is distinct from 'true'
  );
end
$$;

select private.expose('order_again', 'The gifts of a choice, of a buyer''s link, with their products as they are now, as my_inquiries has the lines of an inquiry.');

revoke all on function private.product_again(product public.products, colours jsonb) from public, anon, authenticated, service_role;

revoke all on function public.order_again(token text, choice jsonb) from public, anon, authenticated, service_role;
grant execute on function public.order_again(token text, choice jsonb) to anon, authenticated, service_role;

revoke all on function private.order_again(token text, choice jsonb) from public, anon, authenticated, service_role;
grant execute on function private.order_again(token text, choice jsonb) to anon, authenticated, service_role;
-- Written until here.
