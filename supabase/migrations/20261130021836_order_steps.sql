-- order steps
select set_config('lock_timeout', '5s', true);

alter table public.seller_profile add column couriers text
  constraint seller_profile_couriers_length check (char_length(couriers) <= 5000)
  constraint seller_profile_couriers_form check (couriers ~ '^([^\n]{1,100} https://\S*\{number\}\S*(\n|$))+$');

-- Written by npm run migration from supabase/schemas.
-- The lead is {"id", "reference", "company"}, the order {"id", "number"}, each version has "is_expired", and "offered_prices" is {line id: {"last", "breaks",
-- "cost_paise", "parts": [{"name", "gst_rate"}], "is_brand_reminder", "is_pharmaceutical"}}.
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

-- Whether a line waits for its buyer's answer.
create function private.waits_for_buyer(line public.order_lines) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return line.state = 'preparing' and not private.is_approved(line);
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
  current public.orders;
begin
  select * into current from public.orders where orders.quotation_id = quotation for update;
  if jsonb_array_length(lines) = 0 then
    return null;
  end if;
  if current.id is null then
    insert into public.orders (quotation_id, version_id, number, needed_by)
    values (quotation, version.id, private.next_order_number(clock_timestamp()), (version.content #>> '{buyer,needed_by}')::date)
    returning * into current;
  else
    update public.orders set
      version_id = version.id, needed_by = (version.content #>> '{buyer,needed_by}')::date, cancelled_at = null, cancel_reason = null, saves = saves + 1
    where id = current.id;
    delete from public.order_lines as line where line.order_id = current.id and not lines @> jsonb_build_array(jsonb_build_object('id', line.line_id));
    delete from public.order_places as place where place.order_id = current.id
      and (given.given_at > current.cancelled_at or place.line_id is not null and not lines @> jsonb_build_array(jsonb_build_object('id', place.line_id)));
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

-- The order that staff act on, locked; refuses one that was saved since the caller read it, or that is cancelled.
create function private.staffs_order(id uuid, saves integer default null, is_open boolean default true) returns public.orders
language plpgsql set search_path = '' as $$
declare
  current public.orders;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  select * into current from public.orders as listed where listed.id = staffs_order.id for update;
  if not found then
    perform private.refuse_change(null, null, 'order');
  end if;
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
  perform private.require(current.state = 'accepted', 'An order is made of an accepted quotation', 'PT409');
  if made is null then
    made := private.begin_order(quotation);
    perform private.require(made is not null, 'This quotation has charges alone, of which no order is made', '22023');
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

-- The orders of the lines that a caller named, locked one after the other in the order of their ids.
create function private.orders_of_lines(lines jsonb) returns setof public.orders
language plpgsql set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  perform private.require(
    case when jsonb_typeof(lines) = 'array' then jsonb_array_length(lines) <= 2000 end, 'At most 2000 lines are moved at once', '22023'
  );
  return query select * from public.orders as own where own.id in (
    select line.order_id from public.order_lines as line join jsonb_array_elements(lines) as input on line.id = (input ->> 'id')::uuid
  ) order by own.id for update;
end
$$;

create function private.move_order_lines(lines jsonb, state text, "text" text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.staffs_text('reason', "text", state = 'returned');
  current public.orders;
  moved jsonb;
  problems jsonb;
  arrived uuid[];
  answer jsonb := jsonb_build_object('moved', 0, 'refused', jsonb_build_array());
begin
  perform private.require(state in ('production', 'packed', 'delivered', 'returned'), 'Lines are moved to production, packed, delivered or returned', '22023');
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
    end if;
    answer := jsonb_build_object('moved', (answer ->> 'moved')::integer + jsonb_array_length(moved), 'refused', (answer -> 'refused') || problems);
  end loop;
  return answer;
end
$$;

select private.expose('move_order_lines',
  'Moves lines of any orders, [{"id", "state": as the caller sees it}], to production, packed, delivered or returned (then with a reason), in one transaction: {"moved": how many, "refused": [{"id", "problem": a sentence}]}.');

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

-- parcels [{"id", "state", "quantity": null for the rest, "place"}]. A line is dispatched once its whole quantity is.
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
begin
  for current in select * from private.orders_of_lines(parcels) loop
    made := '{}';
    for parcel in
      select line.id, private.problem_of_step(line, input ->> 'state', 'dispatched') as problem, input ->> 'place' as place, line.name, line.line_id,
        line.quantity - line.dispatched as remaining, coalesce((input ->> 'quantity')::integer, line.quantity - line.dispatched) as quantity
      from jsonb_array_elements(parcels) with ordinality as listed (input, turn)
      join private.order_line_rows as line on line.id = (input ->> 'id')::uuid where line.order_id = current.id order by turn
    loop
      parcel.problem := coalesce(parcel.problem, case
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

select private.expose('dispatch_order_lines',
  'Dispatches parts or wholes of lines, [{"id", "state": as the caller sees it, "quantity": null for the rest, "place": an id or null}], in one transaction, with a courier of the owner''s list or another, and a number: {"moved": how many parcels, "refused": [{"id", "problem"}]}.');

create function private.deliver_dispatches(dispatches uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current public.orders;
  arrived uuid[];
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  for current in
    select * from public.orders as own where own.id in (select order_id from public.order_dispatches where id = any (dispatches)) order by own.id for update
  loop
    perform private.require(current.cancelled_at is null, format('Order %s is cancelled', current.number), 'PT409');
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
  perform private.require(step.number = event, 'A later step stands on this one: undo that first', 'PT409');
  delete from public.order_dispatches where step.kind = 'dispatched' and id = any (stored);
  update public.order_dispatches set delivered_at = null where step.kind = 'delivered' and id = any (stored);
  update public.order_lines as line set state = moved ->> 'from' from jsonb_array_elements(step.value -> 'lines') as moved where line.id = (moved ->> 'id')::uuid;
  update public.orders as own set saves = own.saves + 1 where own.id = current.id;
  perform private.record_order_event(current.id, step.order_line_id, 'undone', jsonb_build_object('event', event, 'kind', step.kind, 'lines', step.value -> 'lines'));
end
$$;

select private.expose('undo_order_step',
  'Undoes the last step of an order, by the number of its event: its lines are as before, parcels that it made are gone. 409 where a later step stands on it.');

create function private.save_order(
  order_id uuid, saves integer, needed_by date default null, advance_paise bigint default null, advance_received_on date default null
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order(order_id, saves);
begin
  perform private.require(needed_by between '2000-01-01' and '2999-12-31' is not false, 'Needed by is a day like 2026-12-31', '22023');
  perform private.require(advance_paise between 1 and 1000000000000000 is not false, 'The advance is an amount above zero', '22023');
  perform private.require(advance_received_on is null or advance_paise is not null, 'Enter the advance that was received', '22023');
  perform private.require(
    advance_received_on between '2000-01-01' and private.day_in_india(clock_timestamp()) is not false, 'The advance was received today or before', '22023'
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
    case when jsonb_typeof(places) = 'array' then jsonb_array_length(places) <= 500 end, 'An order has at most 500 places', '22023'
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
  'Stores where an order goes, at most 500 places [{"id", "line_id", "recipient", "address", "pin_code", "phone", "quantity", "deliver_on"}], in place of those before; one with an id stays the same. How often the order is saved now.');

create function private.set_order_proof(line uuid, needs_proof boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order((select order_id from public.order_lines where id = line));
begin
  update public.order_lines as own set needs_proof = set_order_proof.needs_proof where own.id = line and own.state = 'preparing';
  perform private.require(found, 'Whether a line needs a proof is decided before it is produced', 'PT409');
  update public.orders as own set saves = own.saves + 1 where own.id = current.id;
  perform private.record_order_event(current.id, line, case when needs_proof then 'needs_proof' else 'needs_no_proof' end);
end
$$;

select private.expose('set_order_proof', 'Decides whether a line of an order needs a proof that its buyer approves, while it is in preparation.');

create function private.cancel_order(order_id uuid, saves integer, reason text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order(order_id, saves);
  why constant text := private.staffs_text('reason', reason);
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

-- The working day, Monday to Friday, that is so many before a day.
create function private.working_days_before(day date, days integer) returns date
language sql immutable set search_path = '' as $$
  select date_trunc('week', day)::date + 7 * floor(place / 5.0)::integer + place - 5 * floor(place / 5.0)::integer
  from (select least(extract(isodow from day)::integer, 6) - 1 - days as place) as counted
$$;

-- One row an order. Its state is that of its line that is least far, without those that were returned; "proof" where such a line needs one.
-- start_on is the day by which its work begins: needed by, less the longest lead time of the products in preparation.
create view private.order_rows with (security_invoker = true) as
select
  own.id, own.number, own.quotation_id, own.needed_by, own.created_at, quotation.owner_id, quotation.owner_email, quotation.lead_id, quotation.contact_id,
  quotation.number as quotation_number, version.content #>> '{buyer,company}' as company,
  case when quotation.erase_on is null then version.content #>> '{buyer,name}' end as name, version.total_paise, made.lines,
  case
    when own.cancelled_at is not null then 'cancelled' when made.least is null then 'returned' when made.least = 1 and made.has_proof then 'proof'
    else (array['preparing', 'production', 'packed', 'dispatched', 'delivered'])[made.least]
  end as state,
  own.cancelled_at is null and coalesce(made.least, 5) < 5 as is_open,
  case when made.lead_days is null then own.needed_by else private.working_days_before(own.needed_by, made.lead_days) end as start_on,
  case when own.cancelled_at is null and made.least = 5 then (
    select private.day_in_india(max(delivered_at)) from public.order_dispatches where order_id = own.id
  ) end as delivered_on,
  own.cancelled_at is null and (made.waits or coalesce(made.least, 5) < 5 and own.advance_paise is not null and own.advance_received_on is null) as waits_for_buyer,
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

-- Runs with its owner's rights, and checks the caller before it reads: nothing for anyone but staff.
create function private.matching_orders(words text, filters jsonb) returns setof private.order_rows
language sql stable security definer set search_path = '' as $$
  select private.require(
    filters - array['state', 'due', 'waits', 'open', 'owner', 'lead', 'company', 'since', 'before', 'delivered', 'kept'] = '{}', 'Orders have no such filter', '22023'
  );
  select * from private.order_rows as listed
  where (select private.is_staff()) and search_text like all (private.word_patterns(words))
    and state = coalesce(filters ->> 'state', state)
    and (not filters ? 'due' or is_open and case filters ->> 'due'
      when 'late' then needed_by < private.day_in_india(now())
      else needed_by >= private.day_in_india(now()) and start_on <= private.day_in_india(now()) + 7
    end)
    and (filters ->> 'waits' is distinct from 'yes' or waits_for_buyer)
    and (filters ->> 'open' is distinct from 'yes' or is_open)
    and (not filters ? 'owner' or owner_id is not distinct from nullif(filters ->> 'owner', 'none')::uuid)
    and (not filters ? 'lead' or lead_id = (filters ->> 'lead')::uuid)
    and (not filters ? 'company' or (select company_id from public.contacts where contacts.id = listed.contact_id) is not distinct from nullif(filters ->> 'company', 'none')::uuid)
    and created_at >= coalesce((filters ->> 'since')::timestamptz, '-infinity')
    and created_at < coalesce((filters ->> 'before')::timestamptz, 'infinity')
    and (not filters ? 'delivered' or delivered_on between split_part(filters ->> 'delivered', '_', 1)::date and split_part(filters ->> 'delivered', '_', 2)::date)
    and (not filters ? 'kept' or case filters ->> 'kept' when 'yes' then delivered_on <= needed_by when 'no' then delivered_on > needed_by else needed_by is null end)
$$;

-- Filters: state, also proof and cancelled; due, late (open, and needed before today) or week (open, not late, and its work begins within seven days);
-- waits: yes, for an approval or an advance; open: yes; owner, the id of one of administrators(), or none; lead; company, or none; since and before, of
-- their beginning; delivered, days like 2027-03-01_2027-03-15; kept, whether they were delivered by the day they were needed: yes, no, or none without a day.
-- A text that sorts as the value does, in every client.
create function private.find_orders(
  words text default '', filters jsonb default '{}', sorted text default 'created_at', ascending boolean default false,
  beyond text default null, beyond_id uuid default null, size integer default 25
) returns table (
  id uuid, number text, company text, name text, state text, needed_by date, start_on date, delivered_on date, is_late boolean, waits_for_buyer boolean, total_paise bigint,
  owner_email text, quotation_id uuid, quotation_number text, created_at timestamptz, lines jsonb, sort_key text
)
language sql stable security definer set search_path = '' rows 25 as $$
  select private.require(
    sorted in ('created_at', 'number', 'company', 'total', 'state', 'needed_by', 'start_on', 'owner'),
    'Orders are sorted by created_at, number, company, total, state, needed_by, start_on or owner', '22023'
  );
  select
    found.id, found.number, company, name, found.state, needed_by, start_on, delivered_on, is_open and coalesce(needed_by < private.day_in_india(now()), false),
    waits_for_buyer, total_paise, owner_email, quotation_id, quotation_number, created_at, lines, key
  from private.matching_orders(words, filters) as found
  cross join lateral (
    select case sorted
      when 'created_at' then to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
      when 'number' then found.number
      when 'company' then lower(company)
      when 'total' then lpad(total_paise::text, 20, '0')
      when 'state' then array_position(array['proof', 'preparing', 'production', 'packed', 'dispatched', 'delivered', 'returned', 'cancelled'], found.state)::text
      when 'needed_by' then coalesce(needed_by::text, '~')
      when 'start_on' then coalesce(start_on::text, '~')
      when 'owner' then lower(owner_email)
    end collate "C" as key
  ) as sorting
  where beyond is null or case when ascending then (key, found.id) > (beyond, beyond_id) else (key, found.id) < (beyond, beyond_id) end
  order by
    case when ascending then key end, case when ascending then found.id end,
    case when not ascending then key end desc, case when not ascending then found.id end desc
  limit least(greatest(size, 0), 1000)
$$;

select private.expose('find_orders',
  'Orders with all of the words in their number, that of the quotation, buyer, purchase order or products, that meet the filters of find_orders in the schemas: at most "size" of those beyond a sort_key and an id. Nothing for anyone but administrators and sales.');

create function private.count_orders(words text default '', filters jsonb default '{}') returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.matching_orders(words, filters) having (select private.is_staff())
$$;

select private.expose('count_orders', 'How many orders find_orders finds in all. Null for anyone but administrators and sales.');

create function private.order_details(order_id uuid) returns jsonb
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
      'purchase_order', version.accepted -> 'purchase_order', 'purchase_orders', private.given_by_buyer(quotation.id) -> 'purchase_orders',
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', line.id, 'line_id', line.line_id, 'quantity', line.quantity, 'needs_proof', line.needs_proof, 'state', line.state, 'name', line.name,
          'product_id', item -> 'product_id', 'code', item -> 'code', 'note', item -> 'note', 'image_url', item -> 'image_url', 'dispatched', line.dispatched,
          'delivered', line.delivered, 'is_approved', private.is_approved(stored)
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

select private.expose('order_details',
  'An order with all that staff see of it: {"order", "buyer", "quotation", "lead", "purchase_order": its number, "purchase_orders": its files, "lines", "places", "dispatches", "events", "undo": the number of the step that can be undone}. 404 for an unknown one.');

-- Of orders that were delivered in a time, how many by the day they were needed; and what is open now: {"delivered", "on_time", "too_late", "without_day",
-- "open", "open_paise", "late", "late_paise"}.
create function private.order_figures(since date, until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'delivered', count(*) filter (where is_delivered), 'on_time', count(*) filter (where is_delivered and delivered_on <= needed_by),
    'too_late', count(*) filter (where is_delivered and delivered_on > needed_by), 'without_day', count(*) filter (where is_delivered and needed_by is null),
    'open', count(*) filter (where is_open), 'open_paise', coalesce(sum(total_paise) filter (where is_open), 0),
    'late', count(*) filter (where is_late), 'late_paise', coalesce(sum(total_paise) filter (where is_late), 0)
  )
  from private.order_rows
  cross join lateral (select delivered_on between since and until as is_delivered, is_open and needed_by < private.day_in_india(now()) as is_late) as counted
$$;

-- Erases quotations. Of one that was accepted a legal copy stays with its purchase orders and its order, without its lead, links,
-- comments, details and other revisions, for eight years, or as long as the seller's profile says.
create or replace function private.erase_quotations(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.erased_addresses (hash)
  select private.keyed_hash(lower(number)) from public.quotations where id = any (ids) and number is not null
  union select private.keyed_hash(lower(number)) from public.orders where quotation_id = any (ids)
  on conflict (hash) do update set at = excluded.at;
  delete from public.outbox where version_id in (select id from public.quotation_versions where quotation_id = any (ids));
  update public.quotations set lead_id = null, erase_on = private.day_in_india(
    coalesce((accepted ->> 'at')::timestamptz, sent_at) + make_interval(years => coalesce((select kept_years from public.seller_profile), 8))
  )
  from public.quotation_versions as version
  where version.quotation_id = quotations.id and accepted is not null and quotations.id = any (ids) and erase_on is null;
  insert into private.erased_links (hash) select hash from public.quotation_links where quotation_id = any (ids) and ended_at is null
  on conflict (hash) do nothing;
  delete from public.quotation_links where quotation_id = any (ids);
  delete from public.buyer_details where quotation_id = any (ids);
  delete from public.quotation_versions where quotation_id = any (ids) and accepted is null;
  delete from public.quotation_events where quotation_id = any (ids) and kind not in ('created', 'sent', 'accepted');
  delete from public.quotations where id = any (ids) and erase_on is null;
  perform private.erase_orders(ids);
end
$$;

-- funnel: {"searched", "seen", "added": how often; "asked": the leads of count_leads, "quoted", "accepted", "declined": the
-- quotations begun then of count_quotations with sent: yes, state: accepted, state: declined}.
-- searches (words are stored as long as the retention of searches says): {"searched", "not_found", "chosen", "words": [{"words",
-- "searched", "not_found", "chosen"}]}, with the option list: not_found only those.
-- products, since counting began: {"seen_never_asked", "asked_never_quoted", "quoted_declined": the products that count_products
-- counts by the filter of that name: yes; "products": [{"id", "name", "seen", "added", "asked", "quoted", "accepted", "declined",
-- "reasons": {reason: times}}] of the option list, one of these three, or those seen most}.
-- groups, by the option group, category, theme, industry or band: [{"id", "name", "seen", "added", "asked", "quoted", "accepted",
-- "declined"}]; of these and of products "asked" is count_leads and the others are count_quotations with the filter about.
-- answers: {"all", "people": [{"id", "email"}], "weekdays": [{"weekday": 1 is Monday}], each with "leads", "answered",
-- "median_minutes", "p90_minutes"; "unanswered_quotations"}; a person's are those of count_leads by assigned and
-- answered_by, an id or none.
-- won, open, money (by the option by), sources and times are those of 278_money.sql, orders that of 258_order_lists.sql; visits those of visits().
-- reasons: {"declined": [{"reason", "quotations"}], "lost": [{"reason", "leads"}]}, of count_quotations and count_leads with state
-- and reason.
-- seasons, by the options festival (diwali, holi, eid, christmas, new_year) and weeks, for each year from since to until:
-- {"festival", "years": [{"year", "date", "weeks": [{"week": -1 is the one before, "since", "until", "asked", "seen", "added",
-- "quoted", "accepted"}]}]}.
-- vitals: [{"vital", "page", "views", "p75": milliseconds, of CLS thousandths}].
create or replace function private.figures(kind text, since date default null, until date default null, options jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  last_day constant date := coalesce(until, private.day_in_india(now()));
  first_day constant date := coalesce(since, last_day - 89);
  starts constant timestamptz := first_day::timestamp at time zone 'Asia/Kolkata';
  ends constant timestamptz := (last_day + 1)::timestamp at time zone 'Asia/Kolkata';
  size constant integer := least(greatest(coalesce((options ->> 'size')::integer, 50), 1), 1000);
  list constant text := options ->> 'list';
begin
  if not private.is_admin() then
    return null;
  end if;
  case kind
    when 'funnel' then return private.funnel(first_day, last_day);
    when 'searches' then return private.search_figures(first_day, last_day, list, size);
    when 'products' then return private.product_figures(list, size);
    when 'groups' then return private.counts_of_groups(coalesce(options ->> 'group', 'category'), first_day, last_day);
    when 'answers' then return private.answer_times(starts, ends);
    when 'reasons' then return private.reason_figures(starts, ends);
    when 'seasons' then
      return private.seasons(coalesce(options ->> 'festival', 'diwali'), least(coalesce((options ->> 'weeks')::integer, 8), 26), since, last_day);
    when 'won' then return private.won_by_month(last_day);
    when 'open' then return private.open_money();
    when 'money' then return private.money_by(coalesce(options ->> 'by', 'person'), first_day, last_day, size);
    when 'sources' then return private.money_of_sources(first_day, last_day, size);
    when 'times' then return private.quotation_times(first_day, last_day);
    when 'orders' then return private.order_figures(first_day, last_day);
    when 'visits' then return private.visits(first_day, last_day);
    when 'vitals' then return private.vital_figures(first_day, last_day);
    else
      raise exception 'There are no such figures: %', kind using errcode = '22023';
  end case;
end
$$;

-- What waits in the lists of leads, quotations and orders, by their filters, the most urgent first.
create or replace function private.waiting_lists() returns table (place bigint, part text, filters jsonb)
language sql stable set search_path = '' as $$
  select row_number() over (), listed.* from private.day_in_india(now()) as today cross join lateral (values
    ('answered_quotations', '{"unsettled": "yes"}'::jsonb),
    ('overdue_leads', jsonb_build_object('due_to', today - 1)),
    ('late_orders', '{"due": "late"}'),
    ('due_leads', jsonb_build_object('due_from', today, 'due_to', today)),
    ('due_orders', '{"due": "week"}'),
    ('unanswered_leads', '{"unanswered": "yes"}'),
    ('unanswered_quotations', '{"unanswered": "yes"}'),
    ('expiring_quotations', '{"expiring": "yes"}')
  ) as listed
$$;

-- One list as its screen has it for the caller: {"part", "number", "rows": the first five, [{"id", "number", "company", "name", "day"}]}. The number
-- of a lead is its reference, by which files of e-mails are found when its person is erased. The day is that on which a lead came or is due, or a
-- quotation was sent or ends, or an order is needed or begun.
create or replace function private.waiting_list(part text, filters jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('part', part, 'number', number, 'rows', rows) from (
    select private.count_leads(filters => waiting_list.filters) as number, (
      select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
        select found.id, found.reference as number, found.company, found.name, found.created_at as at, case when filters ? 'due_to' then due_on else private.day_in_india(found.created_at) end as day
        from private.find_leads(
          ascending => true, size => 5, filters => waiting_list.filters, sorted => case when filters ? 'due_to' then 'due' else 'created_at' end
        ) as found join public.lead_handling as handling on handling.lead_id = found.id
      ) as listed
    ) as rows where part like '%leads'
    union all
    select private.count_quotations('', filters), (
      select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
        select id, number, company, name, created_at as at, case part when 'expiring_quotations' then valid_until else private.day_in_india(sent_at) end as day
        from private.find_quotations(
          filters => waiting_list.filters, ascending => true, size => 5, sorted => case part when 'expiring_quotations' then 'valid_until' else 'created_at' end
        )
      ) as listed
    ) where part like '%quotations'
    union all
    select private.count_orders('', filters), (
      select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
        select id, number, company, name, created_at as at, case part when 'late_orders' then needed_by else start_on end as day
        from private.find_orders(filters => waiting_list.filters, ascending => true, size => 5, sorted => case part when 'late_orders' then 'needed_by' else 'start_on' end)
      ) as listed
    ) where part like '%orders'
  ) as counted where number > 0
$$;

comment on column public.seller_profile.couriers is 'A line each: the name, and the link by which a parcel is tracked, with {number} for its number.';

comment on function public.quotation_details(pg_catalog.uuid) is 'A quotation with all that staff see of it: {"quotation", "given": what its buyer gave, "lead", "company", "order", "inquiries", "versions", newest first, "events", "links", "offered_prices"}. 404 for an unknown one.';

comment on function public.figures(pg_catalog.text,pg_catalog.date,pg_catalog.date,pg_catalog.jsonb) is 'The owner''s figures of days in India, both included, by default the last 90: funnel, searches, products, groups, answers, reasons, seasons, won, open, money, sources, times, orders, visits or vitals. The option size limits rows, to 50. Null for anyone but administrators.';

revoke all on function private.waits_for_buyer(line public.order_lines) from public, anon, authenticated, service_role;

revoke all on function private.staffs_order(id uuid, saves integer, is_open boolean) from public, anon, authenticated, service_role;

revoke all on function private.problem_of_step(line private.order_line_rows, seen text, step text) from public, anon, authenticated, service_role;

revoke all on function private.take_order_step(current public.orders, kind text, lines jsonb, dispatches uuid[], text text) from public, anon, authenticated, service_role;

revoke all on function private.orders_of_lines(lines jsonb) from public, anon, authenticated, service_role;

revoke all on function private.tracking_link(courier text, number text) from public, anon, authenticated, service_role;

revoke all on function private.last_order_step(order_id uuid) from public, anon, authenticated, service_role;

revoke all on function private.cleaned_order_places(order_id uuid, places jsonb) from public, anon, authenticated, service_role;

revoke all on function private.working_days_before(day date, days integer) from public, anon, authenticated, service_role;

revoke all on function private.matching_orders(words text, filters jsonb) from public, anon, authenticated, service_role;

revoke all on function private.order_figures(since date, until date) from public, anon, authenticated, service_role;

revoke all on function public.cancel_order(order_id uuid, saves integer, reason text) from public, anon, authenticated, service_role;
grant execute on function public.cancel_order(order_id uuid, saves integer, reason text) to authenticated, service_role;

revoke all on function private.cancel_order(order_id uuid, saves integer, reason text) from public, anon, authenticated, service_role;
grant execute on function private.cancel_order(order_id uuid, saves integer, reason text) to authenticated, service_role;

revoke all on function public.count_orders(words text, filters jsonb) from public, anon, authenticated, service_role;
grant execute on function public.count_orders(words text, filters jsonb) to authenticated, service_role;

revoke all on function private.count_orders(words text, filters jsonb) from public, anon, authenticated, service_role;
grant execute on function private.count_orders(words text, filters jsonb) to authenticated, service_role;

revoke all on function public.deliver_dispatches(dispatches uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.deliver_dispatches(dispatches uuid[]) to authenticated, service_role;

revoke all on function private.deliver_dispatches(dispatches uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.deliver_dispatches(dispatches uuid[]) to authenticated, service_role;

revoke all on function public.dispatch_order_lines(parcels jsonb, courier text, tracking_number text) from public, anon, authenticated, service_role;
grant execute on function public.dispatch_order_lines(parcels jsonb, courier text, tracking_number text) to authenticated, service_role;

revoke all on function private.dispatch_order_lines(parcels jsonb, courier text, tracking_number text) from public, anon, authenticated, service_role;
grant execute on function private.dispatch_order_lines(parcels jsonb, courier text, tracking_number text) to authenticated, service_role;

revoke all on function public.find_orders(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function public.find_orders(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function private.find_orders(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function private.find_orders(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function public.move_order_lines(lines jsonb, state text, text text) from public, anon, authenticated, service_role;
grant execute on function public.move_order_lines(lines jsonb, state text, text text) to authenticated, service_role;

revoke all on function public.make_order(quotation uuid) from public, anon, authenticated, service_role;
grant execute on function public.make_order(quotation uuid) to authenticated, service_role;

revoke all on function private.make_order(quotation uuid) from public, anon, authenticated, service_role;
grant execute on function private.make_order(quotation uuid) to authenticated, service_role;

revoke all on function private.move_order_lines(lines jsonb, state text, text text) from public, anon, authenticated, service_role;
grant execute on function private.move_order_lines(lines jsonb, state text, text text) to authenticated, service_role;

revoke all on function public.order_details(order_id uuid) from public, anon, authenticated, service_role;
grant execute on function public.order_details(order_id uuid) to authenticated, service_role;

revoke all on function private.order_details(order_id uuid) from public, anon, authenticated, service_role;
grant execute on function private.order_details(order_id uuid) to authenticated, service_role;

revoke all on function public.resume_order(order_id uuid, saves integer) from public, anon, authenticated, service_role;
grant execute on function public.resume_order(order_id uuid, saves integer) to authenticated, service_role;

revoke all on function private.resume_order(order_id uuid, saves integer) from public, anon, authenticated, service_role;
grant execute on function private.resume_order(order_id uuid, saves integer) to authenticated, service_role;

revoke all on function public.save_order(order_id uuid, saves integer, needed_by date, advance_paise bigint, advance_received_on date) from public, anon, authenticated, service_role;
grant execute on function public.save_order(order_id uuid, saves integer, needed_by date, advance_paise bigint, advance_received_on date) to authenticated, service_role;

revoke all on function private.save_order(order_id uuid, saves integer, needed_by date, advance_paise bigint, advance_received_on date) from public, anon, authenticated, service_role;
grant execute on function private.save_order(order_id uuid, saves integer, needed_by date, advance_paise bigint, advance_received_on date) to authenticated, service_role;

revoke all on function public.save_order_places(order_id uuid, saves integer, places jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_order_places(order_id uuid, saves integer, places jsonb) to authenticated, service_role;

revoke all on function private.save_order_places(order_id uuid, saves integer, places jsonb) from public, anon, authenticated, service_role;
grant execute on function private.save_order_places(order_id uuid, saves integer, places jsonb) to authenticated, service_role;

revoke all on function public.set_order_proof(line uuid, needs_proof boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_order_proof(line uuid, needs_proof boolean) to authenticated, service_role;

revoke all on function private.set_order_proof(line uuid, needs_proof boolean) from public, anon, authenticated, service_role;
grant execute on function private.set_order_proof(line uuid, needs_proof boolean) to authenticated, service_role;

revoke all on function public.undo_order_step(order_id uuid, event bigint) from public, anon, authenticated, service_role;
grant execute on function public.undo_order_step(order_id uuid, event bigint) to authenticated, service_role;

revoke all on function private.undo_order_step(order_id uuid, event bigint) from public, anon, authenticated, service_role;
grant execute on function private.undo_order_step(order_id uuid, event bigint) to authenticated, service_role;

revoke all on table private.order_line_rows from public, anon, authenticated, service_role;

revoke all on table private.order_rows from public, anon, authenticated, service_role;
-- Written until here.
