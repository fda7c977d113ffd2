-- What staff do with orders: steps and their undoing, parcels, places, advance, cancelling; and the list, the page and the figures
-- (product.md, section 2, Orders and Figures).
begin;
select no_plan();
select tests.set_up();

-- Calls as an actor, and gives the answer, or the code and the sentence that refuses; back to the owner.
create function pg_temp.call(statement text, actor text default 'sales') returns text language plpgsql as $$
declare
  answer text;
begin
  perform tests.act_as(actor);
  execute 'select ' || statement into answer;
  perform tests.act_as('owner');
  return coalesce(answer, '');
exception when others then
  return sqlstate || ' ' || sqlerrm;
end
$$;
delete from public.orders;
-- Two orders: one of bottles and diaries (84: lines 85 and 87), and one of bottles (94: line 95), which needs a proof.
alter table public.quotation_versions disable trigger keep_what_was_sent;
update public.quotation_versions set content = jsonb_set(content, '{lines}', content -> 'lines' || jsonb_build_array(jsonb_build_object(
  'id', tests.id(301), 'name', 'Diary', 'colour', 'Red', 'quantities', '[{"quantity": 50, "price_paise": 10000}]'::jsonb
))) where id = tests.id(45);
alter table public.quotation_versions enable trigger keep_what_was_sent;
update public.quotations set state = 'accepted' where id = tests.id(42);
insert into public.orders (id, quotation_id, version_id, number, created_at) values
  (tests.id(84), tests.id(44), tests.id(45), 'GW-O2627/9001', '2026-01-01Z'), (tests.id(94), tests.id(42), tests.id(43), 'GW-O2627/9002', '2026-01-02Z');
insert into public.order_lines (id, order_id, line_id, position, quantity, needs_proof) values
  (tests.id(85), tests.id(84), tests.id(46), 1, 100, false), (tests.id(87), tests.id(84), tests.id(301), 2, 50, false), (tests.id(95), tests.id(94), tests.id(46), 1, 100, true);
create function pg_temp.named(variadic states text[]) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('id', tests.id((array[85, 87, 95])[position]), 'state', state)) from unnest(states) with ordinality as listed (state, position) where state <> ''
$$;
create function pg_temp.move(state text, seen jsonb, reason text default null) returns jsonb language plpgsql as $$
declare answer constant text := pg_temp.call(format('public.move_order_lines(%L, %L, %L)', seen, state, reason));
begin return case when answer like '{%' then answer::jsonb else to_jsonb(answer) end; end
$$;
create function pg_temp.send(parcels jsonb, courier text default null, number text default null) returns jsonb language sql as $$
  select pg_temp.call(format('public.dispatch_order_lines(%L, %L, %L)', parcels, courier, number))::jsonb
$$;
create function pg_temp.parcel(line integer, state text, quantity integer default null, place uuid default null, dispatched integer default 0) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('id', tests.id(line), 'state', state, 'quantity', quantity, 'place', place, 'dispatched', dispatched))
$$;
create function pg_temp.states() returns text language sql as $$ select string_agg(state, ',' order by id) from public.order_lines $$;
create function pg_temp.last_step(order_id integer default 84) returns bigint language sql as $$ select (private.last_order_step(tests.id(order_id))).number $$;
create function pg_temp.undo(event bigint default pg_temp.last_step()) returns text language sql as $$
  select pg_temp.call(format('public.undo_order_step(%L, %s)', tests.id(84), event))
$$;
create function pg_temp.events(order_id integer default 84) returns text language sql as $$
  select string_agg(kind, ',' order by number) from public.order_events where order_events.order_id = tests.id(events.order_id)
$$;

-- Moving
select is(pg_temp.move('production', pg_temp.named('preparing', 'preparing', 'preparing')) - 'steps', jsonb_build_object('moved', 2, 'refused', jsonb_build_array(jsonb_build_object(
  'id', tests.id(95), 'problem', 'Copper bottle of GW-O2627/9002 waits for the approval of its proof'
))), 'one press moves lines of several orders, and says which did not move');
select is(pg_temp.states(), 'production,production,preparing', 'those that moved are moved');
select is(
  (select jsonb_build_array(kind, actor_id, actor_name, value -> 'lines' -> 1) from public.order_events where order_id = tests.id(84)),
  jsonb_build_array('production', tests.id(5), 'sales@example.com', jsonb_build_object('id', tests.id(87), 'from', 'preparing', 'to', 'production')),
  'the order''s history has who did it, and what it was before'
);
select is(pg_temp.move('packed', pg_temp.named('preparing')) #>> '{refused,0,problem}', 'Copper bottle of GW-O2627/9001 is in production now: load the page again', 'a line that moved meanwhile stays');
select is(pg_temp.move('production', pg_temp.named('', 'production')) #>> '{refused,0,problem}', 'Diary in Red of GW-O2627/9001 is already in production', 'no line moves to where it is');
select is(pg_temp.move('delivered', pg_temp.named('production')) #>> '{refused,0,problem}', 'Copper bottle of GW-O2627/9001 is not wholly dispatched yet', 'nothing arrives that has not left');
select is(pg_temp.move('preparing', '[]') #>> '{}', '22023 Move lines to production, packed, delivered or returned', 'nothing moves back but by undoing');
select is(pg_temp.move('packed', pg_temp.named('production', 'production')) ->> 'moved', '2', 'both are packed');

-- A proof
select is(pg_temp.call(format('public.set_order_proof(%L, false)', tests.id(95))), '', 'staff say that a line needs no proof');
select is(pg_temp.events(94), 'needs_no_proof', 'which the history has');
select is(pg_temp.move('packed', pg_temp.named('', '', 'preparing')) ->> 'moved', '1', 'then it moves, past the production as well');
select is(pg_temp.call(format('public.set_order_proof(%L, true)', tests.id(95))), 'PT409 Decide whether a line needs a proof before production starts', 'and is too late for one');

-- Parcels
update public.seller_profile set couriers = E'Blue Dart https://www.bluedart.example/track?no={number}\nMy Own Van https://van.example/{number}/where';
select is(tests.stopped_by(format('update public.seller_profile set couriers = %L', wrong)), 'seller_profile_couriers_form', format('%s is no courier', wrong))
from unnest(array['Blue Dart http://a.example/{number}', 'Blue Dart https://a.example/', 'https://a.example/{number}', E'A https://a.example/{number}\nB']) as wrong;
select is(pg_temp.send(pg_temp.parcel(85, 'packed', 101)) #>> '{refused,0,problem}', 'Copper bottle has 100 left to dispatch', 'no more is dispatched than there is');
select is(pg_temp.send(pg_temp.parcel(85, 'packed', 0)) #>> '{refused,0,problem}', 'A parcel has a quantity of at least 1', 'and no empty parcel');
select is(pg_temp.send(pg_temp.parcel(85, 'packed', 40), 'blue dart', ' AWB 1/2 ') ->> 'moved', '1', 'a part is dispatched');
select is(
  (select jsonb_build_array(quantity, courier, tracking_number, tracking_url) from public.order_dispatches),
  '[40, "blue dart", "AWB 1/2", "https://www.bluedart.example/track?no=AWB%201%2F2"]', 'with a link by the owner''s list of couriers'
);
select is(
  pg_temp.send(pg_temp.parcel(85, 'packed', 40), 'blue dart', ' AWB 1/2 ') #>> '{refused,0,problem}', 'Copper bottle has 40 dispatched now: load the page again',
  'the same part again, after a lost answer or by a colleague, does not leave twice'
);
select is(pg_temp.states(), 'packed,packed,packed', 'the line stays where it is until its whole quantity is');
select is(pg_temp.send(pg_temp.parcel(85, 'packed', 60, null, 40) || pg_temp.parcel(87, 'packed') || pg_temp.parcel(85, 'packed', 1, null, 40), 'Other', 'X') #>> '{refused,0,problem}', 'Copper bottle has 60 left to dispatch', 'of one press no line sends more than it has');
select is(pg_temp.states(), 'dispatched,dispatched,packed', 'and what has left wholly is dispatched');
select is((select count(*)::integer from public.order_dispatches where tracking_url is null), 2, 'another courier has no link');
select is(pg_temp.call(format('public.deliver_dispatches(array[%L]::uuid[])', (select id from public.order_dispatches where quantity = 40))), '', 'a parcel arrives');
select is(pg_temp.states(), 'dispatched,dispatched,packed', 'its line is not delivered before the rest has');
select is(pg_temp.move('delivered', pg_temp.named('dispatched', 'dispatched')) ->> 'moved', '2', 'all that is dispatched arrives in one press');
select is_empty($$ select from public.order_dispatches where delivered_at is null $$, 'with its parcels');
select is(pg_temp.events(), 'production,packed,dispatched,dispatched,delivered,delivered', 'each press is one step');

-- Undoing
create temporary table steps as select number, kind, row_number() over (order by number) as turn from public.order_events where order_id = tests.id(84);
select is(pg_temp.undo((select number from steps where turn = 3)), 'PT409 A later step was taken after this one: undo that first', 'a step before another one is not undone');
select is(pg_temp.undo(), '', 'the last one is');
select is(pg_temp.states() || (select count(*) from public.order_dispatches where delivered_at is not null), 'dispatched,dispatched,packed1', 'what it did is undone, and what came before stays');
select is(pg_temp.undo((select number from steps where turn = 6)), 'PT409 This step was undone already', 'once');
select is((select jsonb_build_array(actor_name, value -> 'kind') from public.order_events where kind = 'undone'), '["sales@example.com", "delivered"]', 'the history has who undid what');
select pg_temp.undo(); select pg_temp.undo(); select pg_temp.undo();
select is(pg_temp.states() || (select count(*) from public.order_dispatches), 'packed,packed,packed0', 'undoing parcels takes them away');
select pg_temp.undo();
select is(pg_temp.states(), 'production,production,packed', 'and so on');
select pg_temp.undo();
select is(pg_temp.states(), 'preparing,preparing,packed', 'to the beginning');
select is(pg_temp.last_step(), null, 'where nothing is left to undo');

-- Undoing what one press did in several orders
create temporary table press as select pg_temp.move('production', pg_temp.named('preparing', 'preparing')) as answer;
update public.order_lines set state = 'preparing' where id = tests.id(95);
update public.order_lines set needs_proof = false where id = tests.id(95);
update press set answer = jsonb_set(answer, '{steps}', (answer -> 'steps') || (pg_temp.move('production', pg_temp.named('', '', 'preparing')) -> 'steps'));
select is(jsonb_array_length(answer -> 'steps'), 2, 'a press says what undoes it in each order') from press;
select pg_temp.move('packed', pg_temp.named('', '', 'production'));
select is(pg_temp.call(format('public.undo_order_steps(%L)', answer -> 'steps')), '1', 'an order that was moved on meanwhile stays') from press;
select is(pg_temp.states(), 'preparing,preparing,packed', 'and the others are as before');
update press set answer = answer || pg_temp.move('production', pg_temp.named('preparing', 'preparing'));
update public.orders set cancelled_at = now() where id = tests.id(84);
select is(pg_temp.call(format('public.undo_order_steps(%L)', answer -> 'steps')), '0', 'one that was cancelled stays, too, and stops no other') from press;
update public.orders set cancelled_at = null where id = tests.id(84);
select pg_temp.undo();
select is(pg_temp.call(format('public.undo_order_steps(%L)', answer -> 'steps')), '0', 'once') from press;

-- A proof between a step and its undoing
select pg_temp.move('production', pg_temp.named('preparing')), pg_temp.send(pg_temp.parcel(85, 'production', 10));
select isnt(pg_temp.call(format('public.add_proof(%L, ''Proof.png'', %L)', tests.id(85), encode('\x89504e470d0a1a0a01', 'base64'))), '', 'a line in production gets a proof');
select pg_temp.undo(); select pg_temp.undo();
select is(pg_temp.states() || (select count(*) from public.order_dispatches), 'preparing,preparing,packed0', 'and waits for it, whatever is undone');
delete from public.order_proofs where order_line_id = tests.id(85);
update public.order_lines set needs_proof = false where id = tests.id(85);

-- Returned
select pg_temp.move('packed', pg_temp.named('preparing')), pg_temp.send(pg_temp.parcel(85, 'packed'));
select is(pg_temp.move('returned', pg_temp.named('dispatched')) #>> '{}', '22023 The reason is missing', 'what comes back has a sentence');
select is(pg_temp.move('returned', pg_temp.named('dispatched'), 'Broken on the way') ->> 'moved', '1', 'and comes back');
select is((select value ->> 'text' from public.order_events where kind = 'returned'), 'Broken on the way', 'which the history has');
select pg_temp.undo(); select pg_temp.undo(); select pg_temp.undo();

-- Days and the advance
create function pg_temp.saves() returns integer language sql as $$ select saves from public.orders where id = tests.id(84) $$;
create function pg_temp.save(day text, paise text default 'null', received text default null, saves integer default pg_temp.saves()) returns text language sql as $$
  select pg_temp.call(format('public.save_order(%L, %s, %L, %s, %L)', tests.id(84), saves, day, paise, received))
$$;
select is(pg_temp.save('2026-12-31', '500000', null, 0), 'PT409 This order has changed since it was opened', 'two windows do not overwrite each other');
select is(pg_temp.save('2026-12-31', '500000')::integer, pg_temp.saves(), 'the day and the advance are stored');
select is(pg_temp.save('2026-12-31', 'null', '2026-01-01'), '22023 Enter the advance that was received', 'nothing is received that was not requested');
select is(pg_temp.save('2026-12-31', '500000', '2998-01-01'), '22023 The date received cannot be in the future', 'nor in the future');
select is(pg_temp.save('2026-12-31', '0'), '22023 The advance must be above zero', 'nor an advance of nothing');
select pg_temp.save('2026-12-31', '500000', '2026-01-01');
select results_eq(
  $$ select kind, value from public.order_events where kind in ('needed_by', 'advance') order by number $$,
  $$ values ('needed_by', '{"until": "2026-12-31"}'::jsonb), ('advance', '{"paise": 500000}'), ('advance', '{"paise": 500000, "received_on": "2026-01-01"}') $$,
  'and each change is in the history'
);

-- Places
create function pg_temp.place(places jsonb, saves integer default pg_temp.saves()) returns text language sql as $$
  select pg_temp.call(format('public.save_order_places(%L, %s, %L)', tests.id(84), saves, places))
$$;
select is(
  pg_temp.place(jsonb_build_array(
    jsonb_build_object('line_id', tests.id(46), 'recipient', ' Asha ', 'address', '1 Home Lane', 'pin_code', '560 001', 'phone', '1', 'quantity', 90, 'deliver_on', '2026-12-20'),
    jsonb_build_object('address', '2 Home Lane', 'quantity', 60)
  ))::integer, pg_temp.saves(), 'places are stored'
);
select results_eq(
  $$ select position::integer, line_id, recipient, address, pin_code, quantity, deliver_on from public.order_places order by position $$,
  $$ values (1, tests.id(46), 'Asha', '1 Home Lane', '560001', 90, '2026-12-20'::date), (2, null, null, '2 Home Lane', null, 60, null) $$, 'in their order'
);
select is(pg_temp.place(jsonb_build_array(jsonb_build_object('line_id', tests.id(46), 'address', 'A', 'quantity', 101))), '22023 The places have 101 of Copper bottle, and the order has 100', 'a gift goes to no more places than there are pieces');
select is(pg_temp.place('[{"address": "A", "quantity": 151}]'), '22023 The places have 151 of all gifts, and the order has 150', 'nor do all gifts together');
select is(pg_temp.place(wrong), '22023 Place 1: ' || sentence, sentence) from (values
  ('[{"quantity": 1}]'::jsonb, 'Address is missing'), ('[{"address": "A"}]', 'The quantity is at least 1'), ('[{"address": "A", "quantity": 1, "pin_code": "012345"}]', 'A PIN code has six digits'),
  (jsonb_build_array(jsonb_build_object('address', 'A', 'quantity', 1, 'line_id', tests.id(9))), 'This gift is not in the order')
) as wrongs (wrong, sentence);
select is(pg_temp.place((select jsonb_agg('{"address": "A", "quantity": 1}'::jsonb) from generate_series(1, 501))), '22023 An order may have at most 500 places', 'there are at most 500');
create temporary table first_place as select id from public.order_places where position = 1;
select is(pg_temp.send(pg_temp.parcel(87, 'preparing', 5, (select id from first_place))) #>> '{refused,0,problem}', 'Diary in Red does not go to this place', 'a parcel goes to a place of its gift');
select pg_temp.send(pg_temp.parcel(85, 'preparing', 5, (select id from first_place)));
select pg_temp.place(jsonb_build_array(jsonb_build_object('address', 'B', 'quantity', 1), jsonb_build_object('id', (select id from first_place), 'address', 'C', 'quantity', 2)));
select is((select place.position || place.address from public.order_dispatches join public.order_places as place on place.id = place_id), '2C', 'a place that is saved with its id stays that of its parcels');
select is(pg_temp.place('[]'), 'PT409 Place 2 has parcels and cannot be removed', 'it is not removed');
select is(pg_temp.place('[{"address": "C", "quantity": 2}]'), 'PT409 Place 2 has parcels and cannot be removed', 'nor replaced by one without its id');
select is(
  pg_temp.place(jsonb_build_array(jsonb_build_object('id', tests.id(399), 'address', 'D', 'quantity', 1), jsonb_build_object('id', (select id from first_place), 'address', 'C', 'quantity', 2))),
  'PT409 Someone else has removed this place', 'a place that a colleague has removed is not saved'
);
select ok(not exists (select from public.order_events where value::text ~ 'Lane|Asha'), 'no address and no recipient is in the history');
insert into public.order_places (id, order_id, position, address, quantity) values (tests.id(96), tests.id(94), 1, 'D', 1);
select is(pg_temp.place(jsonb_build_array(jsonb_build_object('id', tests.id(96), 'address', 'B', 'quantity', 1))), '22023 A place of another order cannot be saved', 'a place of another order stays there');

-- Cancelling
select is(pg_temp.call(format('public.cancel_order(%L, %s, '' '')', tests.id(84), pg_temp.saves())), '22023 The reason is missing', 'a cancelled order has a reason');
select is(pg_temp.call(format('public.cancel_order(%L, %s, ''No budget'')', tests.id(84), pg_temp.saves()))::integer, pg_temp.saves(), 'staff cancel an order');
select is(pg_temp.move('packed', pg_temp.named('preparing')) #>> '{refused,0,problem}', 'Copper bottle of GW-O2627/9001 cannot be moved: the order is cancelled', 'then nothing moves');
select is(pg_temp.undo(), 'PT409 Order GW-O2627/9001 is cancelled', 'nothing is undone');
select is(pg_temp.save('2026-12-30'), 'PT409 Order GW-O2627/9001 is cancelled', 'and nothing is saved');
update public.quotations set state = 'sent' where id = tests.id(44);
select is(pg_temp.call(format('public.resume_order(%L, %s)', tests.id(84), pg_temp.saves())), 'PT409 Its quotation is no longer accepted', 'an order without its acceptance stays cancelled');
update public.quotations set state = 'accepted' where id = tests.id(44);
select is(pg_temp.call(format('public.resume_order(%L, %s)', tests.id(84), pg_temp.saves()))::integer, pg_temp.saves(), 'else it is taken up again');
select is((select concat(cancelled_at, cancel_reason) from public.orders where id = tests.id(84)), '', 'as it was');
select matches(pg_temp.events(), 'cancelled,resumed$', 'the history has both');

-- Orders from before
delete from public.orders where id = tests.id(94);
select isnt(pg_temp.call(format('public.make_order(%L)', tests.id(42))), '', 'staff make the order of a quotation that was accepted before');
select is(pg_temp.call(format('public.make_order(%L)', tests.id(42))), (select id::text from public.orders where quotation_id = tests.id(42)), 'once');
select is(pg_temp.call(format('public.make_order(%L)', tests.id(40))), 'PT409 Only an accepted quotation becomes an order', 'and of no other quotation');

-- The list
delete from public.orders where id <> tests.id(84);
delete from public.order_dispatches;
update public.order_lines set state = 'preparing' where order_id = tests.id(84);
update public.orders set needed_by = null, advance_paise = null, advance_received_on = null where id = tests.id(84);
create function pg_temp.found(filters jsonb default '{}', words text default '') returns text language sql as $$ select pg_temp.call(format('public.count_orders(%L, %L)', words, filters)) $$;
create function pg_temp.on_day(days integer) returns date language sql as $$ select private.day_in_india(now()) + days $$;
create function pg_temp.row() returns jsonb language sql as $$ select pg_temp.call('(select to_jsonb(found) from public.find_orders() as found)')::jsonb $$;
select is(pg_temp.found('{}', words), '1', format('an order is found by %s', words)) from unnest(array['o2627/9001', 'gw2627/9002', 'meridian rao', 'diary']) as words;
select is(pg_temp.found('{}', 'kettle'), '0', 'and not by what is not in it');
select is(pg_temp.found('{"colour": "red"}'), '22023 Orders have no such filter', 'an unknown filter is refused');
select is(pg_temp.found(filters), expected, format('%s finds %s', filters, expected)) from (values
  ('{"state": "preparing"}'::jsonb, '1'), ('{"state": "packed"}', '0'), ('{"open": "yes"}', '1'), ('{"waits": "yes"}', '0'), ('{"due": "late"}', '0'), ('{"due": "week"}', '0'),
  (jsonb_build_object('owner', tests.id(5)), '1'), ('{"owner": "none"}', '0'), (jsonb_build_object('lead', tests.id(18)), '1'), (jsonb_build_object('company', tests.id(53)), '1'),
  ('{"company": "none"}', '0'), ('{"since": "2026-01-01T00:00:00Z", "before": "2026-01-02T00:00:00Z"}', '1'), ('{"before": "2026-01-01T00:00:00Z"}', '0')
) as cases (filters, expected);
update public.order_lines set needs_proof = true where id = tests.id(85);
select is(pg_temp.found('{"state": "proof"}') || pg_temp.found('{"waits": "yes"}'), '10', 'an order with a line that needs a proof waits for the seller first');
insert into public.order_proofs (order_line_id, version, name, sha256) values (tests.id(85), 1, 'Proof.pdf', repeat('0', 64));
select is(pg_temp.found('{"state": "proof", "waits": "yes"}'), '1', 'and for the buyer once there is one');
delete from public.order_proofs;
update public.order_lines set needs_proof = false where order_id = tests.id(84);
update public.orders set advance_paise = 1 where id = tests.id(84);
select is(pg_temp.found('{"state": "preparing", "waits": "yes"}'), '1', 'one with an advance that was requested waits for the buyer, too');
update public.orders set advance_received_on = '2026-01-01' where id = tests.id(84);
select is(pg_temp.found('{"waits": "yes"}'), '0', 'until it was received');
update public.order_lines set state = 'delivered' where id = tests.id(85);
select is(pg_temp.row() ->> 'state', 'preparing', 'an order is where its line is that is least far');
update public.order_lines set state = 'returned' where id = tests.id(87);
select is(pg_temp.row() ->> 'state', 'delivered', 'those that came back do not count');
update public.order_lines set state = 'returned' where order_id = tests.id(84);
select is(pg_temp.row() ->> 'state', 'returned', 'unless all did');
update public.order_lines set state = 'preparing' where order_id = tests.id(84);

-- Late and due
select is(private.working_days_before(day, days), (
  select back::date from generate_series(day - 40, day - 1, interval '1 day') as back where extract(isodow from back) < 6 order by back desc offset days - 1 limit 1
), format('%s working days before %s', days, day)) from generate_series('2026-11-23'::date, '2026-11-29', '1 day') as each (day_at) cross join lateral (select day_at::date as day) as days_of cross join generate_series(1, 12) as days;
update public.orders set needed_by = pg_temp.on_day(-1) where id = tests.id(84);
select is(pg_temp.found('{"due": "late"}') || pg_temp.found('{"due": "week"}'), '10', 'an order is late once its day is over');
select is((pg_temp.row() ->> 'is_late')::boolean, true, 'as its row says');
update public.orders set needed_by = pg_temp.on_day(0) where id = tests.id(84);
select is(pg_temp.found('{"due": "late"}') || pg_temp.found('{"due": "week"}'), '01', 'on its day it is due');
update public.orders set needed_by = pg_temp.on_day(14) where id = tests.id(84);
select is(pg_temp.found('{"due": "week"}'), '0', 'two weeks before it is not due');
update public.products set lead_days_from = 5, lead_days_to = 10 where id = tests.id(15);
select is(pg_temp.found('{"due": "week"}'), '1', 'but it is when its product takes ten working days');
select is((pg_temp.row() ->> 'start_on')::date, private.working_days_before(pg_temp.on_day(14), 10), 'its work begins by then');
update public.order_lines set state = 'production' where id = tests.id(85);
select is(pg_temp.found('{"due": "week"}') || (pg_temp.row() ->> 'start_on'), '0' || pg_temp.on_day(14)::text, 'once that is in production only its day counts');

-- The figures, each as its list
create function pg_temp.figures() returns jsonb language sql as $$ select pg_temp.call('public.figures(''orders'')', 'administrator')::jsonb $$;
update public.orders set needed_by = pg_temp.on_day(-1) where id = tests.id(84);
select is(pg_temp.figures(), jsonb_build_object('delivered', 0, 'on_time', 0, 'too_late', 0, 'without_day', 0, 'open', 1, 'late', 1) || jsonb_build_object('open_paise', total, 'late_paise', total), 'open and late value')
from (select total_paise as total from public.quotation_versions where id = tests.id(45)) as one;
insert into public.order_dispatches (order_id, order_line_id, quantity, delivered_at) select order_id, id, quantity, now() from public.order_lines where order_id = tests.id(84);
update public.order_lines set state = 'delivered' where order_id = tests.id(84);
select is(pg_temp.figures() - array['open_paise', 'late_paise'], '{"delivered": 1, "on_time": 0, "too_late": 1, "without_day": 0, "open": 0, "late": 0}', 'delivered a day too late');
create function pg_temp.days() returns jsonb language sql as $$ select jsonb_build_object('delivered', pg_temp.on_day(-89) || '_' || pg_temp.on_day(0)) $$;
select is(pg_temp.found(pg_temp.days() || '{"kept": "no"}') || pg_temp.found(pg_temp.days() || '{"kept": "yes"}'), '10', 'which the list shows');
update public.orders set needed_by = pg_temp.on_day(0) where id = tests.id(84);
select is(pg_temp.figures() -> 'on_time', '1', 'on its day it is on time');
select is(pg_temp.found(pg_temp.days() || '{"kept": "yes"}') || pg_temp.found('{"due": "late"}'), '10', 'and not late');
update public.orders set needed_by = null where id = tests.id(84);
select is((pg_temp.figures() ->> 'without_day') || pg_temp.found(pg_temp.days() || '{"kept": "none"}'), '11', 'one without a day is neither');
select is(pg_temp.call('public.figures(''orders'')'), '', 'sales get no figures');

-- The digest has both lists
update public.orders set needed_by = pg_temp.on_day(-1) where id = tests.id(84);
update public.order_lines set state = 'packed' where order_id = tests.id(84);
select is(jsonb_path_query_first(private.digest_of(tests.id(5)), '$[*].lists[*] ? (@.part == "late_orders")'), jsonb_build_object('part', 'late_orders', 'number', 1, 'rows', jsonb_build_array(jsonb_build_object(
  'id', tests.id(84), 'number', 'GW-O2627/9001', 'company', 'Meridian', 'name', 'Asha Rao', 'day', pg_temp.on_day(-1)
))), 'the owner''s digest has late orders');
update public.orders set needed_by = pg_temp.on_day(2) where id = tests.id(84);
select is(jsonb_path_query_first(private.digest_of(tests.id(5)), '$[*].lists[*] ? (@.part == "due_orders").rows[0].day'), to_jsonb(pg_temp.on_day(2)), 'and those that are due');

-- Who leaves hands it over
select is(pg_temp.call(format('public.hand_over_work(%L, ''{}'', %L)', tests.id(5), tests.id(2)), 'administrator')::jsonb ->> 'quotations', '2', 'an order that is open is handed over with its quotation');
select is((select owner_id from public.quotations where id = tests.id(44)), tests.id(2), 'to a colleague');
select pg_temp.call(format('public.hand_over_work(%L, ''{}'', %L)', tests.id(2), tests.id(5)), 'administrator');

-- The page
create function pg_temp.page() returns jsonb language sql as $$ select pg_temp.call(format('public.order_details(%L)', tests.id(84)))::jsonb $$;
select is((pg_temp.page() -> 'lines' -> 1) - array['id', 'proofs'], jsonb_build_object(
  'line_id', tests.id(301), 'quantity', 50, 'needs_proof', false, 'state', 'packed', 'name', 'Diary in Red', 'product_id', null, 'code', null, 'note', null, 'image_url', null,
  'dispatched', 50, 'delivered', 50, 'is_approved', true
), 'the page has the lines with how many have left');
select is((pg_temp.page() #>> '{order,state}') || (pg_temp.page() #>> '{quotation,number}') || (pg_temp.page() #>> '{buyer,company}'), 'packedGW2627/9002Meridian', 'the state, the quotation and the buyer');
select is(pg_temp.page() -> 'undo', to_jsonb(pg_temp.last_step()), 'and the step that can be undone');
select matches(pg_temp.call(format('public.order_details(%L)', tests.id(1))), '^PT404', 'an unknown order is none');

select * from finish();
rollback;
