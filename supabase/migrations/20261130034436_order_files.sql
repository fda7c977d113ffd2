-- order files
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- The same addition again, after a lost answer, is not stored twice. Lines of names alone become lines that others can follow.
create or replace function private.add_to_inquiry(token text, items jsonb, message text default null) returns void
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
    cardinality(names) + coalesce(cardinality(lead.selected_products), 0) <= 1000, 'An inquiry has at most 1000 products', '22023'
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
  perform private.require(not found, 'Too much was added to this inquiry today. Please write to us.', '22023');

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

-- Makes the order of a quotation that was accepted, in the transaction that accepts. One whose acceptance was undone is the same order
-- again, with the lines of the version that is accepted now; its places stay unless the buyer has given others since. Null where
-- nothing is to be made, as of charges alone.
create or replace function private.begin_order(quotation uuid) returns uuid
language plpgsql set search_path = '' as $$
declare
  version constant public.quotation_versions := private.sent_version(quotation);
  signer constant text := case when version.accepted ->> 'by' = 'buyer' and not private.is_staff() then version.accepted ->> 'name' end;
  lines constant jsonb := jsonb_path_query_array(
    private.chosen_lines(version.content, version.accepted -> 'choice'), '$[*] ? (!(@.is_charge == true))'
  );
  given constant public.buyer_details := (select details from public.buyer_details as details where details.quotation_id = quotation);
  given_now constant text := md5(coalesce(given.delivery_places, '[]')::text);
  current public.orders;
begin
  select * into current from public.orders where orders.quotation_id = quotation for update;
  if jsonb_array_length(lines) = 0 then
    return null;
  end if;
  if current.id is null then
    insert into public.orders (quotation_id, version_id, number, needed_by, given_places)
    values (quotation, version.id, private.next_order_number(clock_timestamp()), (version.content #>> '{buyer,needed_by}')::date, given_now)
    returning * into current;
  else
    update public.orders set
      version_id = version.id, needed_by = (version.content #>> '{buyer,needed_by}')::date, cancelled_at = null, cancel_reason = null, saves = saves + 1,
      given_places = given_now
    where id = current.id;
    delete from public.order_lines as line where line.order_id = current.id and not lines @> jsonb_build_array(jsonb_build_object('id', line.line_id));
    delete from public.order_places as place where place.order_id = current.id
      and (current.given_places <> given_now or place.line_id is not null and not lines @> jsonb_build_array(jsonb_build_object('id', place.line_id)));
  end if;
  insert into public.order_lines as stored (order_id, line_id, position, quantity, needs_proof)
  select current.id, (line ->> 'id')::uuid, position, (line ->> 'quantity')::integer, exists (
    select from public.quotations join lateral private.inquiries_of_lead(quotations.lead_id) as inquiry on true
    join public.leads on leads.id = inquiry.id where quotations.id = quotation and leads.wants_branding
  ) or exists (
    select from public.quotations cross join lateral jsonb_array_elements(private.artworks_with(quotations.lead_id, quotations.id)) where quotations.id = quotation
  )
  from jsonb_array_elements(lines) with ordinality as listed (line, position)
  on conflict (order_id, line_id) do update set position = excluded.position, quantity = excluded.quantity;
  insert into public.order_places (order_id, position, address, pin_code, quantity)
  select current.id, position, place ->> 'address', place ->> 'pin_code', (place ->> 'quantity')::integer
  from jsonb_array_elements(given.delivery_places) with ordinality as listed (place, position)
  where not exists (select from public.order_places as stored where stored.order_id = current.id);
  perform private.record_order_event(current.id, null, 'made', '{}', signer);
  return current.id;
end
$$;

create or replace function private.order_details(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  current public.orders;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  select * into current from public.orders where orders.id = order_details.order_id;
  if not found then
    perform private.refuse_change(null, null, 'order');
  end if;
  return (
    select jsonb_build_object(
      'order', to_jsonb(current) || jsonb_build_object('state', listed.state, 'start_on', start_on, 'delivered_on', delivered_on, 'waits_for_buyer', waits_for_buyer, 'total_paise', listed.total_paise),
      'buyer', jsonb_build_object('company', company, 'name', name),
      'quotation', jsonb_build_object('id', quotation.id, 'number', quotation.number, 'state', quotation.state, 'owner_email', quotation.owner_email, 'erase_on', quotation.erase_on),
      'lead', (select jsonb_build_object('id', id, 'reference', private.lead_reference(id)) from public.leads where id = listed.lead_id),
      'purchase_order', version.accepted -> 'purchase_order', 'purchase_orders', private.given_by_buyer(quotation.id) -> 'purchase_orders', 'artworks', private.given_by_buyer(quotation.id) -> 'artworks',
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', line.id, 'line_id', line.line_id, 'quantity', line.quantity, 'needs_proof', line.needs_proof, 'state', line.state, 'name', line.name,
          'product_id', item -> 'product_id', 'code', item -> 'code', 'note', item -> 'note', 'image_url', item -> 'image_url', 'dispatched', line.dispatched,
          'delivered', line.delivered, 'is_approved', private.is_approved(stored),
          'proofs', private.proofs_of(line.id)
        ) order by line.position), '[]')
        from private.order_line_rows as line join public.order_lines as stored on stored.id = line.id where line.order_id = current.id
      ),
      'places', (select coalesce(jsonb_agg(to_jsonb(place) - 'order_id' order by position), '[]') from public.order_places as place where place.order_id = current.id),
      'dispatches', (
        select coalesce(jsonb_agg(to_jsonb(dispatch) - 'order_id' order by dispatched_at, id), '[]') from public.order_dispatches as dispatch where dispatch.order_id = current.id
      ),
      'events', (select coalesce(jsonb_agg(to_jsonb(event) - 'order_id' order by event.number), '[]') from public.order_events as event where event.order_id = current.id),
      'undo', (private.last_order_step(current.id)).number
    )
    from private.order_rows as listed join public.quotations as quotation on quotation.id = listed.quotation_id
    join public.quotation_versions as version on version.id = current.version_id
    where listed.id = current.id
  );
end
$$;

-- The artwork of an inquiry and of its quotations, or of one quotation and all inquiries of its lead: [{"id", "name", "size",
-- "given_at", "is_own": whether it was given to the one that is asked about, whose link removes it}].
create or replace function private.artworks_with(lead uuid, quotation uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'name', name, 'size', length(content), 'given_at', given_at, 'is_own', case when quotation is null then lead_id = lead is true else quotation_id = quotation is true end
  ) order by given_at, id), '[]')
  from private.artworks
  where lead_id = lead or quotation_id = quotation
    or quotation is not null and lead_id in (select inquiry.id from private.inquiries_of_lead(lead) as inquiry)
    or quotation is null and quotation_id in (select own.id from public.quotations as own where own.lead_id = lead)
$$;

-- Tells the seller, in the history of the quotation or of the inquiry: by an e-mail of the first in ten minutes, and not of one that
-- comes with its inquiry, nor of a removal. So many are stored a day, that no link fills the history.
create or replace function private.record_artwork(token text, artwork private.artworks, is_removed boolean default false) returns void
language plpgsql set search_path = '' as $$
declare
  stored bigint;
  recent timestamptz[];
begin
  if artwork.quotation_id is not null then
    perform private.record_by_link(private.quotation_link(token, '{buyer}'), 'artwork', jsonb_strip_nulls(
      jsonb_build_object('text', artwork.name, 'removed', case when is_removed then 'yes' end)
    ));
    return;
  end if;
  recent := array(
    select created_at from public.lead_events
    where lead_id = artwork.lead_id and kind = 'added' and value like 'Artwork%' and created_at > now() - interval '1 day' order by created_at desc
  );
  perform private.require(cardinality(recent) < 20, 'There were too many files here today. Please write to us.', 'PT429');
  insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value)
  select id, auth.uid(), email, 'added', case when is_removed then 'Artwork removed: ' else 'Artwork: ' end || artwork.name
  from public.leads where id = artwork.lead_id
  returning event.number into stored;
  perform private.queue_notices(id, stored) from public.leads
  where id = artwork.lead_id and not is_removed and greatest(created_at, recent[1]) < now() - interval '10 minutes';
end
$$;

create or replace function private.remove_artwork(token text, id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner constant private.artworks := private.artwork_owner(token);
  removed private.artworks;
begin
  delete from private.artworks as stored
  where stored.id = remove_artwork.id and (stored.quotation_id = owner.quotation_id or stored.lead_id = owner.lead_id)
  returning * into removed;
  perform private.require(
    removed.id is not null or not exists (select from private.artworks as stored where stored.id = remove_artwork.id),
    'This logo is removed where it was added.', 'PT404'
  );
  if removed.id is not null then
    perform private.record_artwork(token, removed, true);
  end if;
end
$$;

-- The approval names the version, the person, the time and the hash of the file.
create or replace function private.decide_proof(token text, proof uuid, is_approved boolean, name text, comment text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{accepted}');
  signer constant text := private.cleaned_text('Your name', name, 200);
  remark constant text := private.cleaned_text('What to change', comment, 2000, is_approved is not true);
  decided constant text := case when is_approved then 'approved' else 'change' end;
  line private.order_line_rows;
  current public.order_proofs;
begin
  perform private.require(is_approved is not null, 'Approve or ask for a change', '22023');
  perform from public.orders where quotation_id = version.quotation_id for update;
  select rows.* into line from private.order_line_rows as rows
  join public.orders as own on own.id = rows.order_id join public.order_proofs as listed on listed.order_line_id = rows.id
  where own.quotation_id = version.quotation_id and listed.id = proof;
  perform private.require(line.id is not null, 'This proof is not in your order', 'PT404');
  perform private.require(line.cancelled_at is null, 'This order is cancelled', 'PT409');
  perform private.require(line.state = 'preparing' and line.needs_proof, 'This line needs no approval any more', 'PT409');
  current := private.newest_proof(line.id);
  perform private.require(current.id = proof, 'There is a newer proof: please look at that one', 'PT409');
  if current.decision = decided and current.decided_by = signer and current.comment is not distinct from remark then
    return;
  end if;
  perform private.require(
    current.decision is null, format('%s by %s already', case current.decision when 'approved' then 'Approved' else 'A change was requested' end, current.decided_by), 'PT409'
  );
  update public.order_proofs set decision = decided, decided_at = now(), decided_by = signer, comment = remark where id = proof;
  update public.orders set saves = saves + 1 where id = line.order_id;
  perform private.record_order_event(line.order_id, line.id, 'proof_' || decided, jsonb_build_object(
    'version', current.version, 'sha256', current.sha256, 'text', remark
  ), signer);
  perform private.record_by_link(link, 'proof_' || decided, jsonb_build_object(
    'text', concat_ws(E'\n', format('Proof %s of %s', current.version, line.name), remark), 'sha256', current.sha256
  ), signer);
end
$$;

-- The proofs of a line, the newest first: [{"id", "version", "name", "note", "sha256", "size", "created_at", "decision",
-- "decided_at", "decided_by", "comment"}].
create or replace function private.proofs_of(line uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    to_jsonb(proof) - array['order_line_id', 'made_for'] || jsonb_build_object('size', length(file.content)) order by version desc
  ), '[]')
  from public.order_proofs as proof left join private.order_proof_files as file on file.proof_id = proof.id where order_line_id = line
$$;

-- The order of a quotation as its buyer's link shows it; null without one. {"number", "needed_by", "created_at", "cancelled_at",
-- "cancel_reason", "advance_paise", "advance_received_on", "news", "lines": [{"id", "line_id", "name", "quantity", "state",
-- "needs_proof", "dispatched", "delivered", "proofs"}], "parcels": [{"line_id", "quantity", "courier", "tracking_number",
-- "tracking_url", "place": the recipient or the PIN code, "dispatched_at", "delivered_at"}], "places": how many}.
create or replace function private.order_on_link(quotation uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', own.number, 'needed_by', own.needed_by, 'created_at', own.created_at, 'cancelled_at', own.cancelled_at,
    'cancel_reason', own.cancel_reason, 'advance_paise', own.advance_paise, 'advance_received_on', own.advance_received_on, 'news', own.news,
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', line.id, 'line_id', line.line_id, 'name', line.name, 'quantity', line.quantity, 'state', line.state, 'needs_proof', line.needs_proof,
        'dispatched', line.dispatched, 'delivered', line.delivered, 'proofs', private.proofs_of(line.id)
      ) order by line.position), '[]')
      from private.order_line_rows as line where line.order_id = own.id
    ),
    'parcels', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', parcel.id, 'line_id', line.line_id, 'quantity', parcel.quantity, 'courier', courier, 'tracking_number', tracking_number,
        'tracking_url', tracking_url, 'place', coalesce(place.recipient, place.pin_code), 'dispatched_at', dispatched_at, 'delivered_at', delivered_at
      ) order by dispatched_at, parcel.id), '[]')
      -- The newest hundred, since the page is read again and again.
      from (select * from public.order_dispatches where order_id = own.id order by dispatched_at desc, id limit 100) as parcel
      join public.order_lines as line on line.id = parcel.order_line_id
      left join public.order_places as place on place.id = parcel.place_id
    ),
    'places', (select count(*) from public.order_places where order_id = own.id)
  )
  from public.orders as own where own.quotation_id = quotation
$$;
-- Written until here.
