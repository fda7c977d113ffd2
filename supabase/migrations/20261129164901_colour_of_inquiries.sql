-- colour of inquiries
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
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
          select json_build_object(
            'id', product.id, 'name', product.name, 'image_url', coalesce(picture.url, product.image_url),
            'image_widths', case when picture.url is null then product.image_widths else picture.widths end, 'budget', product.budget
          )
          from public.products as product
          -- Of the one colour that was chosen.
          left join public.product_colours as shade on shade.product_id = product.id and lower(shade.name) = lower(line.colours -> 0 ->> 'name')
            and jsonb_array_length(line.colours) = 1
          left join public.product_pictures as picture on picture.product_id = shade.product_id and picture.url = shade.picture
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
-- Written until here.
