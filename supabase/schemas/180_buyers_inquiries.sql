-- What buyers read of their inquiries, and do with them: by the token of a private link or by their account (product.md, section 2).

-- The caller's inquiries: those that the account has sent and, once its address is proven, those that were sent with the address
-- and without an account. An address that is not proven may be another person's.
create function private.own_inquiries() returns setof public.leads
language sql stable security definer set search_path = '' as $$
  select * from public.leads where sender_id = (select auth.uid())
  union all
  select lead.* from public.profiles join auth.users on users.id = profiles.id
  join public.leads as lead on lower(lead.email) = lower(users.email)
  where profiles.id = (select auth.uid()) and profiles.address_proven_at is not null and lead.sender_id is null
  order by created_at desc, id limit 200
$$;

-- What the caller's colleagues have sent and share.
create function private.colleagues_inquiries() returns setof public.leads
language sql stable security definer set search_path = '' as $$
  select lead.* from private.shared_inquiries as shared join public.leads as lead on lead.id = lead_id
  where domain = (select private.team_of(auth.uid())) and erased_at is null
    and sender_id is distinct from (select auth.uid()) and lead.id not in (select id from private.own_inquiries())
  order by created_at desc, id limit 200
$$;

-- A product of a line as it is now, to order it again. It is pictured in the first of the chosen colours that has a picture; "shades" are
-- all of these: [{"name", "image_url", "image_widths"}].
create function private.product_again(product public.products, colours jsonb) returns json
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

-- What the seller thinks of a lead stays with the seller: spam looks new, and lost closed. A visitor gets pictures of products
-- whose ids were sent, and of names that the preview shows; the link of an inquiry that an account has sent shows what it saw.
create function private.inquiry_as_json(mine public.leads) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return json_build_object(
    'reference', mine.reference, 'created_at', mine.created_at, 'message', mine.message,
    'needed_by', mine.needed_by, 'budget_per_gift', mine.budget_per_gift, 'delivery_city', mine.delivery_city,
    'wants_branding', mine.wants_branding, 'marketing_consent', mine.marketing_consent, 'erased_at', mine.erased_at,
    'state', (
      -- A merged inquiry has the state of the lead that stands for it.
      select case state when 'spam' then 'new' when 'opened' then 'new' when 'won' then 'ordered' when 'lost' then 'closed' else state end
      from public.lead_handling
      where lead_id = coalesce((select own.merged_into from public.lead_handling as own where own.lead_id = mine.id), mine.id)
    ),
    'is_mailed', exists (select from public.outbox where lead_id = mine.id and kind = 'acknowledgement' and state = 'sent'),
    'artworks', private.artworks_with(mine.id),
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

create function private.own_inquiry_as_json(mine public.leads) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.inquiry_as_json(mine)::jsonb || jsonb_build_object('is_shared', exists (select from private.shared_inquiries where lead_id = mine.id))
$$;

-- What its sender has agreed to is the sender's alone.
create function private.colleagues_inquiry_as_json(shared public.leads) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.inquiry_as_json(shared)::jsonb || jsonb_build_object('marketing_consent', false, 'artworks', '[]'::jsonb, 'sent_by', shared.name)
$$;

create function private.my_inquiries() returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(inquiry order by created_at desc, id), '[]')
  from (
    select created_at, id, private.own_inquiry_as_json(mine) as inquiry from private.own_inquiries() as mine
    union all
    select created_at, id, private.colleagues_inquiry_as_json(shared) from private.colleagues_inquiries() as shared
  ) as listed
$$;
select private.expose('my_inquiries',
  'The inquiries that the caller has sent while signed in, or without an account with the address that the caller''s account has proven, and those that colleagues share, with "sent_by", newest first, at most 200 of each.');

-- The inquiry of a link's token, or of a reference among the caller's own. Reading changes nothing, so a mail scanner may.
create function private.linked_inquiry(token text) returns public.leads
language plpgsql stable security definer set search_path = '' as $$
declare
  linked public.leads;
begin
  select lead.* into linked from public.leads as lead
  where lead.id in (
    select id from public.leads where link = private.link_hash(token)
    union all select lead_id from public.outbox where links @> array[private.link_hash(token)]
    union all select lead_id from private.erased_links where hash = private.link_hash(token)
    union all select id from private.own_inquiries() where reference = upper(token)
  )
  order by lead.created_at desc limit 1;
  perform private.require(linked.id is not null, 'This link does not open an inquiry. It may have ended or been cut off.', 'PT404');
  return linked;
end
$$;

-- Of a colleague's reference what is shared. Else with the quotations that were accepted, which an erasure leaves: {"accepted_quotations": [{"number", "total_paise"}]}, without none.
create function private.open_inquiry(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  lead public.leads;
begin
  select * into lead from private.colleagues_inquiries() as shared where shared.reference = upper(token);
  if found then
    return private.colleagues_inquiry_as_json(lead);
  end if;
  lead := private.linked_inquiry(token);
  return case when lead.id in (select id from private.own_inquiries()) then private.own_inquiry_as_json(lead) else private.inquiry_as_json(lead)::jsonb end || jsonb_strip_nulls(jsonb_build_object('accepted_quotations', (
    select jsonb_agg(jsonb_build_object('number', number, 'total_paise', total_paise) order by number)
    from public.quotations join public.quotation_versions on quotation_id = quotations.id where lead_id = lead.id and accepted is not null
  ))) || jsonb_build_object('samples', private.samples_as_json(lead.id));
end
$$;

-- The same addition again, after a lost answer, is not stored twice. Lines of names alone become lines that others can follow.
create function private.add_to_inquiry(token text, items jsonb, message text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  lead constant public.leads := private.linked_inquiry(token);
  names text[];
  lines jsonb;
  added text;
begin
  select * into names, lines from private.lines_of(items);
  perform private.require(cardinality(names) > 0, 'Choose a product first', '22023');
  perform private.require(
    cardinality(names) + coalesce(cardinality(lead.selected_products), 0) <= 1000, 'An inquiry may have at most 1000 products', '22023'
  );
  perform from public.lead_handling where lead_id = lead.id and state <> 'withdrawn' for update;
  -- Read again, since it may have been erased meanwhile.
  perform private.require(found and exists (select from public.leads where id = lead.id and erased_at is null), 'This inquiry was withdrawn: please send a new one.', '22023');
  select left(concat_ws(E'\n', string_agg(
    concat_ws(' × ', line ->> 2, line ->> 1) || coalesce((
      select ' in ' || string_agg((colour ->> 'name') || coalesce(' (' || (colour ->> 'quantity') || ')', ''), ' and ')
      from jsonb_array_elements(nullif(line -> 4, 'null')) as colour
    ), '') || coalesce(' (' || (line ->> 3) || ')', ''), ', ' order by position
  ), nullif(private.trimmed(add_to_inquiry.message), '')), 5000)
  into added from jsonb_array_elements(lines) with ordinality as listed (line, position);
  perform from public.lead_events
  where lead_id = lead.id and kind = 'added' and value = added and created_at > now() - interval '10 minutes';
  if found then
    return;
  end if;
  perform from public.lead_events
  where lead_id = lead.id and kind = 'added' and value not like 'Artwork%' and created_at > now() - interval '1 day' offset 19;
  perform private.require(not found, 'Too many additions were made to this inquiry today. Please write to us.', '22023');

  perform private.add_lines(lead.id, (
    select jsonb_agg(jsonb_build_array(null, name, null, null) order by position)
    from unnest(lead.selected_products) with ordinality as listed (name, position)
    where not exists (select from public.lead_items where lead_id = lead.id)
  ));
  perform private.add_lines(lead.id, lines);
  update public.leads set selected_products = coalesce(selected_products, '{}') || names where id = lead.id;
  perform private.record_buyer_event(lead, 'added', added);
end
$$;

create function private.withdraw_inquiry(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  lead constant public.leads := private.linked_inquiry(token);
  current constant text := (select state from public.lead_handling where lead_id = lead.id for update);
begin
  perform private.require(current not in ('won', 'lost'), 'This inquiry is closed. Please write to us.', '22023');
  if current <> 'withdrawn' then
    perform private.record_buyer_event(lead, 'state', 'withdrawn');
    perform private.derive_handling(lead.id);
  end if;
end
$$;

-- Sharing ends for the team that sees it; anyone who has sent it may end it.
create function private.share_inquiry(reference text, shares boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
  own constant uuid := (
    select id from private.own_inquiries() as mine where mine.reference = upper(share_inquiry.reference) and erased_at is null limit 1
  );
begin
  perform private.require(own is not null and (team is not null or shares is not true), 'Only its sender can share an inquiry, and only with colleagues who also share');
  delete from private.shared_inquiries where lead_id = own;
  insert into private.shared_inquiries (lead_id, domain) select own, team where shares;
end
$$;

-- Adds what a buyer has done to a lead's history, and mails it to the seller.
create function private.record_buyer_event(lead public.leads, kind text, value text) returns void
language plpgsql set search_path = '' as $$
declare
  stored bigint;
begin
  insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value)
  values (lead.id, auth.uid(), lead.email, kind, value) returning event.number into stored;
  perform private.queue_notices(lead.id, stored);
end
$$;
select private.expose('open_inquiry',
  'The inquiry of a private link''s token, or of the reference of one of the caller''s own, as one of my_inquiries(); 404 for any other.');
select private.expose('share_inquiry', 'Shares the inquiry of a reference among the caller''s own with the colleagues who share, or no longer.');
select private.expose('add_to_inquiry',
  'Adds products to the inquiry of a private link''s token, or of the caller''s reference: items as for send_inquiry, and a message. The seller is told.');
select private.expose('withdraw_inquiry',
  'Withdraws the inquiry of a private link''s token, or of the caller''s reference. The seller is told.');
