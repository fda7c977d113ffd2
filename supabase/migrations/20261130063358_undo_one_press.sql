-- undo one press
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- What undo_order_steps takes of a step that was just taken.
create function private.undo_of("order" uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_array(jsonb_build_object('order_id', "order", 'event', (private.last_order_step("order")).number))
$$;

create or replace function private.move_order_lines(lines jsonb, state text, "text" text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.staffs_text('reason', "text", state = 'returned');
  current public.orders;
  moved jsonb;
  problems jsonb;
  arrived uuid[];
  answer jsonb := jsonb_build_object('moved', 0, 'refused', jsonb_build_array(), 'steps', jsonb_build_array());
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
      answer := answer || jsonb_build_object('steps', (answer -> 'steps') || private.undo_of(current.id));
    end if;
    answer := answer || jsonb_build_object('moved', (answer ->> 'moved')::integer + jsonb_array_length(moved), 'refused', (answer -> 'refused') || problems);
  end loop;
  return answer;
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

create function private.undo_order_steps(steps jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  step record;
  undone integer := 0;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  perform private.require(case when jsonb_typeof(steps) = 'array' then jsonb_array_length(steps) <= 2000 end, 'At most 2000 steps are undone at once', '22023');
  for step in
    select own.id, (input ->> 'event')::bigint as event
    from jsonb_array_elements(steps) as input join public.orders as own on own.id = (input ->> 'order_id')::uuid order by own.quotation_id
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
  'Undoes the steps of one press, [{"order_id", "event"}] as move_order_lines gives them, and gives their number: of an order where a later step was taken, none.');

comment on function public.move_order_lines(pg_catalog.jsonb,pg_catalog.text,pg_catalog.text) is 'Moves lines of any orders, [{"id", "state": as the caller sees it}], to production, packed, delivered or returned (then with a reason), in one transaction: {"moved": how many, "refused": [{"id", "problem"}], "steps": what undo_order_steps takes}.';

comment on function public.dispatch_order_lines(pg_catalog.jsonb,pg_catalog.text,pg_catalog.text) is 'Dispatches parts or wholes of lines, [{"id", "state": as the caller sees it, "quantity": null for the rest, "dispatched": as seen, of a part, "place": an id or null}] in one transaction, with a courier and a number: {"moved": how many parcels, "refused": [{"id", "problem"}], "steps"}.';

revoke all on function private.undo_of("order" uuid) from public, anon, authenticated, service_role;

revoke all on function public.undo_order_steps(steps jsonb) from public, anon, authenticated, service_role;
grant execute on function public.undo_order_steps(steps jsonb) to authenticated, service_role;

revoke all on function private.undo_order_steps(steps jsonb) from public, anon, authenticated, service_role;
grant execute on function private.undo_order_steps(steps jsonb) to authenticated, service_role;
-- Written until here.
