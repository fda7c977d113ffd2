-- order mends
select set_config('lock_timeout', '5s', true);

alter table public.orders add column given_places text;
alter table public.order_proofs add column made_for text;

-- Written by npm run migration from supabase/schemas.
-- Whether a line may be produced: it needs no proof, or its newest one is approved, and the line is what that was made for.
create or replace function private.is_approved(line public.order_lines) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  newest constant public.order_proofs := private.newest_proof(line.id);
begin
  return not line.needs_proof or newest.decision is not distinct from 'approved' and newest.made_for = private.proof_subject(line.id) is not false;
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

-- An order as the copy of its buyer's data has it; null without one.
create or replace function private.order_as_given(quotation uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', own.number, 'needed_by', needed_by, 'created_at', own.created_at, 'cancelled_at', cancelled_at, 'cancel_reason', cancel_reason,
    'advance_paise', advance_paise, 'advance_received_on', advance_received_on, 'news', news,
    'lines', (
      select coalesce(jsonb_agg(to_jsonb(line) - array['id', 'order_id'] || jsonb_build_object('proofs', (
        select coalesce(jsonb_agg(to_jsonb(proof) - array['id', 'order_line_id', 'made_for'] order by version), '[]')
        from public.order_proofs as proof where order_line_id = line.id
      )) order by position), '[]') from public.order_lines as line where order_id = own.id
    ),
    'places', (
      select coalesce(jsonb_agg(to_jsonb(place) - array['id', 'order_id'] order by position), '[]') from public.order_places as place where order_id = own.id
    ),
    'dispatches', (
      select coalesce(jsonb_agg(to_jsonb(dispatch) - array['id', 'order_id', 'order_line_id', 'place_id'] order by dispatched_at), '[]')
      from public.order_dispatches as dispatch where order_id = own.id
    ),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', kind, 'created_at', event.created_at, 'actor', case when actor_id is null then actor_name else 'seller' end
      ) order by event.number), '[]') from public.order_events as event where order_id = own.id
    )
  )
  from public.orders as own where quotation_id = quotation
$$;

-- Of orders whose quotation stays as a legal copy, number, lines and sums stay; addresses, reasons, parcels' numbers and the history go.
create or replace function private.erase_orders(quotations uuid[]) returns void
language sql set search_path = '' as $$
  update public.orders set cancel_reason = null, given_places = null where quotation_id = any (quotations);
  delete from public.order_places where order_id in (select id from public.orders where quotation_id = any (quotations));
  update public.order_dispatches set tracking_number = null, tracking_url = null
  where order_id in (select id from public.orders where quotation_id = any (quotations));
  delete from public.order_events where order_id in (select id from public.orders where quotation_id = any (quotations));
$$;

-- What a proof of a line shows, as a hash: its product, colour and note.
create function private.proof_subject(line uuid) returns text
language sql stable set search_path = '' as $$
  select md5(jsonb_build_array(item -> 'product_id', item -> 'name', item -> 'colour', item -> 'note')::text) from private.order_line_rows where id = line
$$;

-- The order that staff act on, locked; refuses one that was saved since the caller read it, that is cancelled, or whose person was erased.
create or replace function private.staffs_order(id uuid, saves integer default null, is_open boolean default true) returns public.orders
language plpgsql set search_path = '' as $$
declare
  current public.orders;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  perform from public.quotations where quotations.id = (select quotation_id from public.orders as listed where listed.id = staffs_order.id) for update;
  select * into current from public.orders as listed where listed.id = staffs_order.id for update;
  if not found then
    perform private.refuse_change(null, null, 'order');
  end if;
  perform private.require(
    not exists (select from public.quotations where quotations.id = current.quotation_id and erase_on is not null),
    'The person of this order was erased: it is a document of its legal copy', 'PT409'
  );
  perform private.require(current.saves = coalesce(staffs_order.saves, current.saves), 'This order has changed since it was opened', 'PT409');
  perform private.require(not is_open or current.cancelled_at is null, format('Order %s is cancelled', current.number), 'PT409');
  return current;
end
$$;

-- Why a step does not fit a line; null where it does. seen is the state in which its caller saw the line.
create or replace function private.problem_of_step(line private.order_line_rows, seen text, step text) returns text
language sql stable set search_path = '' as $$
  select format('%s of %s ', line.name, line.number) || case
    when line.cancelled_at is not null then 'cannot be moved: the order is cancelled'
    when exists (
      select from public.orders as own join public.quotations on quotations.id = own.quotation_id where own.id = line.order_id and erase_on is not null
    ) then 'cannot be moved: the person of the order was erased'
    when line.state is distinct from seen then format('is %s now: load the page again', labels ->> line.state)
    when line.state = 'returned' or array_position(states, line.state) >= array_position(states, step) then format('is already %s', labels ->> line.state)
    when step in ('delivered', 'returned') and line.state not in ('dispatched', 'delivered') then 'is not wholly dispatched yet'
    when line.state = 'preparing' and not (
      select private.is_approved(stored) from public.order_lines as stored where stored.id = line.id
    ) then 'waits for the approval of its proof'
  end
  from (values (
    '{preparing,production,packed,dispatched,delivered,returned}'::text[],
    '{"preparing": "in preparation", "production": "in production", "packed": "packed", "dispatched": "dispatched", "delivered": "delivered", "returned": "returned"}'::jsonb
  )) as named (states, labels)
$$;

-- The orders of the lines that a caller named, locked one after the other behind their quotations.
create or replace function private.orders_of_lines(lines jsonb) returns setof public.orders
language plpgsql set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  perform private.require(
    case when jsonb_typeof(lines) = 'array' then jsonb_array_length(lines) <= 2000 end, 'At most 2000 lines are moved at once', '22023'
  );
  perform from public.quotations where quotations.id in (
    select own.quotation_id from public.orders as own join public.order_lines as line on line.order_id = own.id
    join jsonb_array_elements(lines) as input on line.id = (input ->> 'id')::uuid
  ) order by quotations.id for update;
  return query select * from public.orders as own where own.id in (
    select line.order_id from public.order_lines as line join jsonb_array_elements(lines) as input on line.id = (input ->> 'id')::uuid
  ) order by own.id for update;
end
$$;

-- parcels [{"id", "state", "quantity": null for the rest, "dispatched": as the caller sees it, "place"}]. A line is dispatched once its
-- whole quantity is. A part that is sent again, after a lost answer or by a colleague, does not leave twice.
create or replace function private.dispatch_order_lines(parcels jsonb, courier text default null, tracking_number text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  carrier constant text := private.cleaned_text('The courier', courier, 100, false);
  waybill constant text := private.cleaned_text('The tracking number', tracking_number, 100, false);
  link constant text := private.tracking_link(carrier, waybill);
  current public.orders;
  parcel record;
  sent uuid;
  made uuid[];
  refused jsonb := jsonb_build_array();
  moved integer := 0;
begin
  for current in select * from private.orders_of_lines(parcels) loop
    made := '{}';
    for parcel in
      select line.id, private.problem_of_step(line, input ->> 'state', 'dispatched') as problem, input ->> 'place' as place, line.name, line.line_id, line.dispatched,
        input ->> 'quantity' is not null and (input ->> 'dispatched')::integer is distinct from line.dispatched as is_old,
        line.quantity - line.dispatched as remaining, coalesce((input ->> 'quantity')::integer, line.quantity - line.dispatched) as quantity
      from jsonb_array_elements(parcels) with ordinality as listed (input, turn)
      join private.order_line_rows as line on line.id = (input ->> 'id')::uuid where line.order_id = current.id order by turn
    loop
      parcel.problem := coalesce(parcel.problem, case
        when parcel.is_old then format('%s has %s dispatched now: load the page again', parcel.name, parcel.dispatched)
        when parcel.quantity < 1 then 'A parcel has a quantity of at least 1'
        when parcel.quantity > (
          select parcel.remaining - coalesce(sum(quantity), 0) from public.order_dispatches where id = any (made) and order_line_id = parcel.id
        ) then format('%s has %s left to dispatch', parcel.name, parcel.remaining)
        when parcel.place is not null and not exists (
          select from public.order_places as place
          where place.id::text = parcel.place and place.order_id = current.id and coalesce(place.line_id, parcel.line_id) = parcel.line_id
        ) then format('%s does not go to this place', parcel.name)
      end);
      if parcel.problem is null then
        insert into public.order_dispatches (order_id, order_line_id, place_id, quantity, courier, tracking_number, tracking_url)
        values (current.id, parcel.id, parcel.place::uuid, parcel.quantity, carrier, waybill, case when char_length(link) <= 500 then link end) returning id into sent;
        made := made || sent;
      else
        refused := refused || jsonb_build_object('id', parcel.id, 'problem', parcel.problem);
      end if;
    end loop;
    if cardinality(made) > 0 then
      perform private.take_order_step(current, 'dispatched', (
        select jsonb_agg(jsonb_build_object(
          'id', line.id, 'from', line.state, 'to', case when line.dispatched = line.quantity then 'dispatched' else line.state end, 'quantity', own.quantity
        ) order by line.position)
        from private.order_line_rows as line
        join (select order_line_id, sum(quantity) as quantity from public.order_dispatches where id = any (made) group by 1) as own on order_line_id = line.id
      ), made);
      moved := moved + cardinality(made);
    end if;
  end loop;
  return jsonb_build_object('moved', moved, 'refused', refused);
end
$$;

create or replace function private.deliver_dispatches(dispatches uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current public.orders;
  arrived uuid[];
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  for current in
    select locked.* from (
      select own.id from public.orders as own where own.id in (select order_id from public.order_dispatches where id = any (dispatches)) order by own.quotation_id
    ) as named cross join lateral private.staffs_order(named.id) as locked
  loop
    with now_arrived as (
      update public.order_dispatches set delivered_at = clock_timestamp()
      where order_id = current.id and id = any (dispatches) and delivered_at is null returning id
    ) select array_agg(id) into arrived from now_arrived;
    if arrived is not null then
      perform private.take_order_step(current, 'delivered', (
        select jsonb_agg(jsonb_build_object(
          'id', line.id, 'from', line.state, 'to', case when line.state = 'dispatched' and line.delivered = line.quantity then 'delivered' else line.state end
        ) order by line.position)
        from private.order_line_rows as line
        where line.id in (select order_line_id from public.order_dispatches where id = any (arrived))
      ), arrived);
    end if;
  end loop;
end
$$;

create or replace function private.undo_order_step(order_id uuid, event bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order(order_id);
  step constant public.order_events := private.last_order_step(current.id);
  stored constant uuid[] := array(select jsonb_array_elements_text(coalesce(step.value -> 'dispatches', '[]')))::uuid[];
begin
  perform private.require(
    not exists (select from public.order_events as undoing where undoing.order_id = current.id and undoing.kind = 'undone' and undoing.value ->> 'event' = event::text),
    'This step was undone already', 'PT409'
  );
  perform private.require(step.number = event, 'A later step was taken after this one: undo that first', 'PT409');
  delete from public.order_dispatches where step.kind = 'dispatched' and id = any (stored);
  update public.order_dispatches set delivered_at = null where step.kind = 'delivered' and id = any (stored);
  update public.order_lines as line set state = moved ->> 'from' from jsonb_array_elements(step.value -> 'lines') as moved
  where line.id = (moved ->> 'id')::uuid and line.state = moved ->> 'to';
  update public.orders as own set saves = own.saves + 1 where own.id = current.id;
  perform private.record_order_event(current.id, step.order_line_id, 'undone', jsonb_build_object('event', event, 'kind', step.kind, 'lines', step.value -> 'lines'));
end
$$;

create or replace function private.save_order_places(order_id uuid, saves integer, places jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order(order_id, saves);
  cleaned constant jsonb := private.cleaned_order_places(current.id, places);
  stays constant uuid[] := array(select (place ->> 'id')::uuid from jsonb_array_elements(cleaned) as place where place ->> 'id' is not null);
begin
  perform private.require(
    not exists (select from public.order_places as place where place.id = any (stays) and place.order_id <> current.id), 'A place of another order cannot be saved', '22023'
  );
  perform private.require(
    (select count(*) from public.order_places as place where place.id = any (stays)) = cardinality(stays), 'This place was removed meanwhile', 'PT409'
  );
  perform private.require(gone.position is null, format('Place %s has parcels and cannot be removed', gone.position), 'PT409') from (
    select min(place.position) as position from public.order_places as place join public.order_dispatches as parcel on parcel.place_id = place.id
    where place.order_id = current.id and place.id <> all (stays)
  ) as gone;
  delete from public.order_places as place where place.order_id = current.id and place.id <> all (stays);
  insert into public.order_places as stored (id, order_id, position, line_id, recipient, address, pin_code, phone, quantity, deliver_on)
  select
    coalesce((place ->> 'id')::uuid, gen_random_uuid()), current.id, position, (place ->> 'line_id')::uuid, place ->> 'recipient', place ->> 'address',
    place ->> 'pin_code', place ->> 'phone', (place ->> 'quantity')::integer, (place ->> 'deliver_on')::date
  from jsonb_array_elements(cleaned) with ordinality as listed (place, position)
  on conflict (id) do update set
    position = excluded.position, line_id = excluded.line_id, recipient = excluded.recipient, address = excluded.address, pin_code = excluded.pin_code,
    phone = excluded.phone, quantity = excluded.quantity, deliver_on = excluded.deliver_on;
  update public.orders as own set saves = current.saves + 1 where own.id = current.id;
  -- The history has how many there are, and no address.
  perform private.record_order_event(current.id, null, 'places', jsonb_build_object('places', jsonb_array_length(cleaned), 'gifts', private.gifts_in(cleaned)));
  return current.saves + 1;
end
$$;

-- One row an order. Its state is that of its line that is least far, without those that were returned; "proof" where such a line needs one.
-- start_on is the day by which its work begins: needed by, less the longest lead time of the products in preparation.
create or replace view private.order_rows with (security_invoker = true) as
select
  own.id, own.number, own.quotation_id, own.needed_by, own.created_at, quotation.owner_id, quotation.owner_email, quotation.lead_id, quotation.contact_id,
  quotation.number as quotation_number, version.content #>> '{buyer,company}' as company,
  case when quotation.erase_on is null then version.content #>> '{buyer,name}' end as name, version.total_paise, made.lines,
  case
    when own.cancelled_at is not null then 'cancelled' when made.least is null then 'returned' when made.least = 1 and made.has_proof then 'proof'
    else (array['preparing', 'production', 'packed', 'dispatched', 'delivered'])[made.least]
  end as state,
  own.cancelled_at is null and quotation.erase_on is null and coalesce(made.least, 5) < 5 as is_open,
  case when made.lead_days is null then own.needed_by else private.working_days_before(own.needed_by, made.lead_days) end as start_on,
  case when own.cancelled_at is null and made.least = 5 then (
    select private.day_in_india(max(delivered_at)) from public.order_dispatches where order_id = own.id
  ) end as delivered_on,
  own.cancelled_at is null and quotation.erase_on is null and (made.waits or coalesce(made.least, 5) < 5 and own.advance_paise is not null and own.advance_received_on is null) as waits_for_buyer,
  lower(concat_ws(
    ' ', own.number, quotation.number, version.content #>> '{buyer,company}', version.accepted ->> 'purchase_order',
    -- No one finds an erased person by their name.
    case when quotation.erase_on is null then concat_ws(' ', version.content #>> '{buyer,name}', version.content #>> '{buyer,email}', version.content #>> '{buyer,phone}') end,
    jsonb_path_query_array(version.content, '$.lines[*].name')
  )) as search_text
from public.orders as own
join public.quotations as quotation on quotation.id = own.quotation_id
join public.quotation_versions as version on version.id = own.version_id
cross join lateral (
  select
    min(array_position(array['preparing', 'production', 'packed', 'dispatched', 'delivered'], line.state)) as least,
    coalesce(bool_or(line.state = 'preparing' and line.needs_proof), false) as has_proof, coalesce(bool_or(private.waits_for_buyer(line)), false) as waits,
    max(coalesce(product.lead_days_to, product.lead_days_from)) filter (where line.state = 'preparing') as lead_days,
    coalesce(jsonb_agg(jsonb_build_object('id', line.id, 'state', line.state) order by line.position), '[]') as lines
  from public.order_lines as line
  left join lateral (
    select (item ->> 'product_id')::uuid as id from jsonb_array_elements(version.content -> 'lines') as item where item ->> 'id' = line.line_id::text limit 1
  ) as content on true
  left join public.products as product on product.id = content.id
  where line.order_id = own.id
) as made;

-- The leads that retention may erase one day: by what became of the lead, or of the one that stands for it, and since when. Those
-- in progress and quoted are none of them, nor are those with an open order.
create or replace function private.settled_leads() returns table (lead_id uuid, kind text, since timestamptz)
language sql stable set search_path = '' as $$
  select own.lead_id, case when standing.state in ('won', 'lost') then standing.state else 'unanswered' end, coalesce((
    select max(event.created_at) from public.lead_events as event where event.lead_id = standing.lead_id and event.kind = 'state'
  ), own.created_at)
  from public.lead_handling as own
  join public.lead_handling as standing on standing.lead_id = coalesce(own.merged_into, own.lead_id)
  join public.leads as lead on lead.id = own.lead_id and lead.erased_at is null
  where (standing.state in ('won', 'lost', 'withdrawn', 'spam') or standing.answered_at is null) and not exists (
    select from public.quotations as quotation join public.orders as made on made.quotation_id = quotation.id
    join public.order_lines as line on line.order_id = made.id
    where quotation.lead_id in (own.lead_id, standing.lead_id) and quotation.erase_on is null
      and made.cancelled_at is null and line.state not in ('delivered', 'returned')
  )
$$;

-- A line that is in production waits again.
create or replace function private.add_proof(line uuid, name text, content text, note text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order((select order_id from public.order_lines where id = line));
  own public.order_lines;
  newest public.order_proofs;
  file constant bytea := decode(content, 'base64');
  type constant text := private.content_type(file);
  subject constant text := private.proof_subject(line);
  remark constant text := private.cleaned_text('The note', note, 1000, false);
  made public.order_proofs;
begin
  perform private.require(
    type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp'), 'A proof is a PDF, PNG, JPEG or WebP file', '22023'
  );
  perform private.require(length(file) <= 10 * 1024 * 1024, 'A proof has at most 10 MB', '22023');
  select * into own from public.order_lines where id = line;
  perform private.require(own.state in ('preparing', 'production'), 'This line is made already: it takes no proof', 'PT409');
  newest := private.newest_proof(line);
  -- The same again, after a lost answer.
  if newest.decision is null and newest.sha256 = encode(sha256(file), 'hex') and newest.made_for = subject is not false then
    return newest.id;
  end if;
  perform private.require(coalesce(newest.version, 0) < 20, 'A line has at most 20 versions of its proof', '22023');
  insert into public.order_proofs (order_line_id, version, name, note, sha256, made_for)
  values (line, coalesce(newest.version, 0) + 1, private.file_label(add_proof.name, 'Proof', type), remark, encode(sha256(file), 'hex'), subject)
  returning * into made;
  insert into private.order_proof_files (proof_id, content) values (made.id, file);
  update public.order_lines set needs_proof = true, state = 'preparing' where id = line;
  update public.orders set saves = saves + 1 where id = current.id;
  perform private.record_order_event(current.id, line, 'proof', jsonb_build_object(
    'version', made.version, 'name', made.name, 'waits', case when own.state = 'production' then 'again' end,
    'lines', jsonb_build_array(jsonb_build_object('id', line))
  ));
  return made.id;
end
$$;

-- The proofs of a line, the newest first: [{"id", "version", "name", "note", "sha256", "created_at", "decision", "decided_at",
-- "decided_by", "comment"}].
create or replace function private.proofs_of(line uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(proof) - array['order_line_id', 'made_for'] order by version desc), '[]') from public.order_proofs as proof where order_line_id = line
$$;

-- Tells the buyer of the steps that they hear of. An undone step is not told where its e-mail has not left, nor is any of a cancelled
-- order: they wait a minute.
create or replace function private.tell_buyer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own public.orders;
begin
  if new.kind in ('undone', 'cancelled') then
    delete from public.outbox where state = 'queued' and attempts = 0 and quotation_event in (
      select told.number from public.orders join public.quotation_events as told on told.quotation_id = orders.quotation_id
      where orders.id = new.order_id and told.kind = 'news' and (new.kind = 'cancelled' or told.value ->> 'event' = new.value ->> 'event')
    );
    return null;
  end if;
  select * into own from public.orders where id = new.order_id and new.kind = any (orders.news) and cancelled_at is null;
  if own.id is not null then
    perform private.record_quotation_event(own.quotation_id, own.version_id, 'news', jsonb_build_object(
      'about', new.kind, 'order', own.number, 'event', new.number::text, 'text', private.news_text(new)
    ));
  end if;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER tell_buyer AFTER INSERT ON public.order_events FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['proof'::text, 'production'::text, 'packed'::text, 'dispatched'::text, 'delivered'::text, 'undone'::text, 'cancelled'::text]))) EXECUTE FUNCTION private.tell_buyer();

comment on column public.orders.given_places is 'A hash of the places that the buyer had given at the acceptance.';

comment on column public.order_proofs.made_for is 'A hash of the product, colour and note that it shows: an approval is of no others.';

comment on function public.dispatch_order_lines(pg_catalog.jsonb,pg_catalog.text,pg_catalog.text) is 'Dispatches parts or wholes of lines, [{"id", "state": as the caller sees it, "quantity": null for the rest, "dispatched": as seen, of a part, "place": an id or null}] in one transaction, with a courier and a number: {"moved": how many parcels, "refused": [{"id", "problem"}]}.';

comment on function public.undo_order_step(pg_catalog.uuid,bigint) is 'Undoes the last step of an order, by the number of its event: its lines that are still where it moved them are as before, parcels that it made are gone. 409 where a later step was taken.';

comment on function public.save_order_places(pg_catalog.uuid,integer,pg_catalog.jsonb) is 'Stores where an order goes, at most 500 places [{"id", "line_id", "recipient", "address", "pin_code", "phone", "quantity", "deliver_on"}], in place of those before; one with an id stays, and one with parcels has to. How often the order is saved now.';

revoke all on function private.proof_subject(line uuid) from public, anon, authenticated, service_role;
-- Written until here.
