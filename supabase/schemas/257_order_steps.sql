-- What staff do with orders (product.md, section 2, Orders). Each action locks its quotation, as the buyer's do, and then its order, so
-- that of two at the same second the other finds what the first has done; the lines of several are moved in one transaction.

-- The lines of orders as staff read them: with what the version says of each, and how many were dispatched and delivered.
create view private.order_line_rows with (security_invoker = true) as
select
  line.*, own.number, own.cancelled_at, item ->> 'name' || coalesce(' in ' || (item ->> 'colour'), '') as name, item,
  coalesce(sent.dispatched, 0) as dispatched, coalesce(sent.delivered, 0) as delivered
from public.order_lines as line
join public.orders as own on own.id = line.order_id
join public.quotation_versions as version on version.id = own.version_id
left join lateral (
  select item from jsonb_array_elements(version.content -> 'lines') as item where item ->> 'id' = line.line_id::text limit 1
) as content on true
cross join lateral (
  select sum(quantity)::integer as dispatched, (sum(quantity) filter (where delivered_at is not null))::integer as delivered
  from public.order_dispatches where order_line_id = line.id
) as sent;

-- What a proof of a line shows, as a hash: its product, colour and note.
create function private.proof_subject(line uuid) returns text
language sql stable set search_path = '' as $$
  select md5(jsonb_build_array(item -> 'product_id', item -> 'name', item -> 'colour', item -> 'note')::text) from private.order_line_rows where id = line
$$;

-- The order that staff act on, locked; refuses one that was saved since the caller read it, that is cancelled, or whose person was erased.
create function private.staffs_order(id uuid, saves integer default null, is_open boolean default true) returns public.orders
language plpgsql set search_path = '' as $$
declare
  current public.orders;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  perform from public.quotations where quotations.id = (select quotation_id from public.orders as listed where listed.id = staffs_order.id) for update;
  select * into current from public.orders as listed where listed.id = staffs_order.id for update;
  perform private.require(found, 'This order does not exist', 'PT404');
  perform private.require(
    not exists (select from public.quotations where quotations.id = current.quotation_id and erase_on is not null),
    'The buyer''s details were erased: this order is kept as part of the legal copy', 'PT409'
  );
  perform private.require(current.saves = coalesce(staffs_order.saves, current.saves), 'This order has changed since it was opened', 'PT409');
  perform private.require(not is_open or current.cancelled_at is null, format('Order %s is cancelled', current.number), 'PT409');
  return current;
end
$$;

create function private.make_order(quotation uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
  made uuid := (select id from public.orders where orders.quotation_id = quotation);
begin
  perform private.require(current.state = 'accepted', 'Only an accepted quotation becomes an order', 'PT409');
  if made is null then
    made := private.begin_order(quotation);
    perform private.require(made is not null, 'This quotation has only charges, so there is nothing to order', '22023');
  end if;
  return made;
end
$$;
select private.expose('make_order',
  'Makes the order of a quotation that was accepted before orders were made, and gives its id; the id of the one that is there.');

-- Why a step does not fit a line; null where it does. seen is the state in which its caller saw the line.
create function private.problem_of_step(line private.order_line_rows, seen text, step text) returns text
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

-- Moves lines of an order and stores who did it, with what undoing it takes. lines [{"id", "from", "to"}]
create function private.take_order_step(
  current public.orders, kind text, lines jsonb, dispatches uuid[] default null, "text" text default null
) returns void
language plpgsql set search_path = '' as $$
begin
  update public.order_lines as line set state = moved ->> 'to' from jsonb_array_elements(lines) as moved where line.id = (moved ->> 'id')::uuid;
  update public.orders as own set saves = own.saves + 1 where own.id = current.id;
  perform private.record_order_event(
    current.id, case when jsonb_array_length(lines) = 1 then (lines #>> '{0,id}')::uuid end, kind,
    jsonb_build_object('lines', lines, 'dispatches', dispatches, 'text', "text")
  );
end
$$;

-- The orders of the lines that a caller named, locked one after the other behind their quotations.
create function private.orders_of_lines(lines jsonb) returns setof public.orders
language plpgsql set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  perform private.require(
    case when jsonb_typeof(lines) = 'array' then jsonb_array_length(lines) <= 2000 end, 'At most 2000 lines can be moved at once', '22023'
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

-- The last step of an order that was not undone: the one that can be.
create function private.last_order_step(order_id uuid) returns public.order_events
language sql stable set search_path = '' as $$
  select * from public.order_events as step
  where step.order_id = last_order_step.order_id and step.kind in ('production', 'packed', 'dispatched', 'delivered', 'returned') and not exists (
    select from public.order_events as undoing
    where undoing.order_id = step.order_id and undoing.kind = 'undone' and undoing.value ->> 'event' = step.number::text
  )
  order by step.number desc limit 1
$$;

-- What undo_order_steps takes of a step that was just taken.
create function private.undo_of("order" uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_array(jsonb_build_object('order_id', "order", 'event', (private.last_order_step("order")).number))
$$;

create function private.move_order_lines(lines jsonb, state text, "text" text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.cleaned_text('The reason', "text", 2000, state = 'returned');
  current public.orders;
  moved jsonb;
  problems jsonb;
  arrived uuid[];
  answer jsonb := jsonb_build_object('moved', 0, 'refused', jsonb_build_array(), 'steps', jsonb_build_array());
begin
  perform private.require(state in ('production', 'packed', 'delivered', 'returned'), 'Move lines to production, packed, delivered or returned', '22023');
  for current in select * from private.orders_of_lines(lines) loop
    select
      coalesce(jsonb_agg(jsonb_build_object('id', id, 'from', held, 'to', move_order_lines.state)) filter (where problem is null), '[]'),
      coalesce(jsonb_agg(jsonb_build_object('id', id, 'problem', problem)) filter (where problem is not null), '[]')
    into moved, problems
    from (
      select line.id, line.state as held, private.problem_of_step(line, seen, move_order_lines.state) as problem
      from (select distinct on (input ->> 'id') input ->> 'id' as id, input ->> 'state' as seen from jsonb_array_elements(lines) as input) as named
      join private.order_line_rows as line on line.id = named.id::uuid where line.order_id = current.id order by line.position
    ) as judged;
    if moved <> '[]' then
      with now_arrived as (
        update public.order_dispatches set delivered_at = clock_timestamp()
        where move_order_lines.state = 'delivered' and delivered_at is null and order_line_id in (select (one ->> 'id')::uuid from jsonb_array_elements(moved) as one)
        returning id
      ) select array_agg(id) into arrived from now_arrived;
      perform private.take_order_step(current, move_order_lines.state, moved, arrived, reason);
      answer := answer || jsonb_build_object('steps', (answer -> 'steps') || private.undo_of(current.id));
    end if;
    answer := answer || jsonb_build_object('moved', (answer ->> 'moved')::integer + jsonb_array_length(moved), 'refused', (answer -> 'refused') || problems);
  end loop;
  return answer;
end
$$;
select private.expose('move_order_lines',
  'Moves lines of any orders, [{"id", "state": as the caller sees it}], to production, packed, delivered or returned (then with a reason), in one transaction: {"moved": how many, "refused": [{"id", "problem"}], "steps": what undo_order_steps takes}.');

-- The link of a parcel by the owner's list of couriers; null of a courier without one.
create function private.tracking_link(courier text, number text) returns text
language sql stable security definer set search_path = '' as $$
  select replace(substring(entry from 'https://\S+$'), '{number}', (
    select string_agg(case
      when letter ~ '[A-Za-z0-9._~-]' then letter else regexp_replace(upper(encode(convert_to(letter, 'UTF8'), 'hex')), '(..)', '%\1', 'g')
    end, '' order by position) from regexp_split_to_table(number, '') with ordinality as split (letter, position)
  ))
  from public.seller_profile cross join regexp_split_to_table(couriers, '\n') as entry
  where lower(private.trimmed(regexp_replace(entry, 'https://\S+$', ''))) = lower(courier) limit 1
$$;

-- parcels [{"id", "state", "quantity": null for the rest, "dispatched": as the caller sees it, "place"}]. A line is dispatched once its
-- whole quantity is. A part that is sent again, after a lost answer or by a colleague, does not leave twice.
create function private.dispatch_order_lines(parcels jsonb, courier text default null, tracking_number text default null) returns jsonb
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
  steps jsonb := jsonb_build_array();
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
      steps := steps || private.undo_of(current.id);
    end if;
  end loop;
  return jsonb_build_object('moved', moved, 'refused', refused, 'steps', steps);
end
$$;
select private.expose('dispatch_order_lines',
  'Dispatches parts or wholes of lines, [{"id", "state": as the caller sees it, "quantity": null for the rest, "dispatched": as seen, of a part, "place": an id or null}] in one transaction, with a courier and a number: {"moved": how many parcels, "refused": [{"id", "problem"}], "steps"}.');

create function private.deliver_dispatches(dispatches uuid[]) returns void
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
select private.expose('deliver_dispatches', 'Notes that parcels have arrived. A line is delivered once its whole quantity has.');

create function private.undo_order_step(order_id uuid, event bigint) returns void
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
select private.expose('undo_order_step',
  'Undoes the last step of an order, by the number of its event: its lines that are still where it moved them are as before, parcels that it made are gone. 409 where a later step was taken.');

create function private.undo_order_steps(steps jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  step record;
  undone integer := 0;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  perform private.require(case when jsonb_typeof(steps) = 'array' then jsonb_array_length(steps) <= 2000 end, 'At most 2000 steps can be undone at once', '22023');
  perform from public.quotations where quotations.id in (
    select own.quotation_id from jsonb_array_elements(steps) as input join public.orders as own on own.id = (input ->> 'order_id')::uuid
  ) order by quotations.id for update;
  for step in
    select own.id, (input ->> 'event')::bigint as event
    from jsonb_array_elements(steps) as input join public.orders as own on own.id = (input ->> 'order_id')::uuid
    join public.quotations on quotations.id = own.quotation_id where own.cancelled_at is null and erase_on is null order by own.quotation_id
  loop
    if (private.last_order_step(step.id)).number = step.event then
      perform private.undo_order_step(step.id, step.event);
      undone := undone + 1;
    end if;
  end loop;
  return undone;
end
$$;
select private.expose('undo_order_steps',
  'Undoes the steps of one press, [{"order_id", "event"}] as move_order_lines gives them, and gives their number: none of an order that was moved on or cancelled meanwhile.');

create function private.save_order(
  order_id uuid, saves integer, needed_by date default null, advance_paise bigint default null, advance_received_on date default null
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order(order_id, saves);
begin
  perform private.require(needed_by between '2000-01-01' and '2999-12-31' is not false, 'Needed by must be a day like 2026-12-31', '22023');
  perform private.require(advance_paise between 1 and 1000000000000000 is not false, 'The advance must be above zero', '22023');
  perform private.require(advance_received_on is null or advance_paise is not null, 'Enter the advance that was received', '22023');
  perform private.require(
    advance_received_on between '2000-01-01' and private.day_in_india(clock_timestamp()) is not false, 'The date received cannot be in the future', '22023'
  );
  update public.orders as own set
    needed_by = save_order.needed_by, advance_paise = save_order.advance_paise, advance_received_on = save_order.advance_received_on, saves = current.saves + 1
  where own.id = current.id;
  if current.needed_by is distinct from save_order.needed_by then
    perform private.record_order_event(current.id, null, 'needed_by', jsonb_build_object('from', current.needed_by, 'until', save_order.needed_by));
  end if;
  if (current.advance_paise, current.advance_received_on) is distinct from (save_order.advance_paise, save_order.advance_received_on) then
    perform private.record_order_event(current.id, null, 'advance', jsonb_build_object(
      'paise', save_order.advance_paise, 'received_on', save_order.advance_received_on
    ));
  end if;
  return current.saves + 1;
end
$$;
select private.expose('save_order',
  'Stores by which day an order is needed, which advance was requested, and on which day it was received, if the order was saved as often as the caller knows; how often it is saved now. No payment is taken.');

-- Places as they are stored, with their ids. Refuses more gifts than the lines have.
create function private.cleaned_order_places(order_id uuid, places jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  cleaned jsonb;
  problem text;
begin
  perform private.require(
    case when jsonb_typeof(places) = 'array' then jsonb_array_length(places) <= 500 end, 'An order may have at most 500 places', '22023'
  );
  select coalesce(jsonb_agg(private.cleaned_record(
    place || jsonb_build_object('pin_code', regexp_replace(place ->> 'pin_code', '\s', '', 'g')), '{
      "id": ["Id", "id"], "line_id": ["Gift", "id"], "recipient": ["Recipient", "text", 200], "address": ["Address", "name", 400],
      "pin_code": ["PIN code", "text", 10], "phone": ["Phone", "text", 50], "quantity": ["Quantity", "whole", 1000000], "deliver_on": ["Deliver on", "day"]
    }', format('Place %s: ', position)
  ) order by position), '[]')
  into cleaned from jsonb_array_elements(places) with ordinality as listed (place, position);
  select format('Place %s: %s', position, case
    when coalesce((place ->> 'quantity')::integer, 0) < 1 then 'The quantity is at least 1'
    when place ->> 'pin_code' !~ '^[1-9][0-9]{5}$' then 'A PIN code has six digits'
    else 'This gift is not in the order'
  end) into problem
  from jsonb_array_elements(cleaned) with ordinality as listed (place, position)
  where coalesce((place ->> 'quantity')::integer, 0) < 1 or place ->> 'pin_code' !~ '^[1-9][0-9]{5}$' or place ->> 'line_id' is not null and not exists (
    select from public.order_lines as line where line.order_id = cleaned_order_places.order_id and line.line_id::text = place ->> 'line_id'
  )
  order by position limit 1;
  perform private.require(problem is null, problem, '22023');
  select format('The places have %s of %s, and the order has %s', placed, coalesce(line.name, 'all gifts'), line.quantity) into problem
  from (
    select place ->> 'line_id' as line_id, sum((place ->> 'quantity')::bigint) as placed from jsonb_array_elements(cleaned) as place group by grouping sets ((place ->> 'line_id'), ())
  ) as counted
  cross join lateral (
    select max(listed.name) filter (where counted.line_id is not null) as name, sum(listed.quantity) as quantity from private.order_line_rows as listed
    where listed.order_id = cleaned_order_places.order_id and listed.line_id::text = coalesce(counted.line_id, listed.line_id::text)
  ) as line
  where placed > line.quantity order by counted.line_id nulls last limit 1;
  perform private.require(problem is null, problem, '22023');
  return cleaned;
end
$$;

create function private.save_order_places(order_id uuid, saves integer, places jsonb) returns integer
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
    (select count(*) from public.order_places as place where place.id = any (stays)) = cardinality(stays), 'Someone else has removed this place', 'PT409'
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
select private.expose('save_order_places',
  'Stores where an order goes, at most 500 places [{"id", "line_id", "recipient", "address", "pin_code", "phone", "quantity", "deliver_on"}], in place of those before; one with an id stays, and one with parcels has to. How often the order is saved now.');

create function private.set_order_proof(line uuid, needs_proof boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order((select order_id from public.order_lines where id = line));
begin
  update public.order_lines as own set needs_proof = set_order_proof.needs_proof where own.id = line and own.state = 'preparing';
  perform private.require(found, 'Decide whether a line needs a proof before production starts', 'PT409');
  update public.orders as own set saves = own.saves + 1 where own.id = current.id;
  perform private.record_order_event(current.id, line, case when needs_proof then 'needs_proof' else 'needs_no_proof' end);
end
$$;
select private.expose('set_order_proof', 'Decides whether a line of an order needs a proof that its buyer approves, while it is in preparation.');

create function private.cancel_order(order_id uuid, saves integer, reason text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order(order_id, saves);
  why constant text := private.cleaned_text('The reason', reason, 2000);
begin
  update public.orders as own set cancelled_at = clock_timestamp(), cancel_reason = why, saves = current.saves + 1 where own.id = current.id;
  perform private.record_order_event(current.id, null, 'cancelled', jsonb_build_object('text', why));
  return current.saves + 1;
end
$$;
select private.expose('cancel_order', 'Cancels an order for a reason. Its lines stay where they are, and its quotation stays accepted.');

create function private.resume_order(order_id uuid, saves integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order(order_id, saves, false);
begin
  if current.cancelled_at is null then
    return current.saves;
  end if;
  perform private.require(
    exists (select from public.quotations where quotations.id = current.quotation_id and state = 'accepted'), 'Its quotation is no longer accepted', 'PT409'
  );
  update public.orders as own set cancelled_at = null, cancel_reason = null, saves = current.saves + 1 where own.id = current.id;
  perform private.record_order_event(current.id, null, 'resumed');
  return current.saves + 1;
end
$$;
select private.expose('resume_order', 'Takes up a cancelled order again where it was, while its quotation is accepted.');
