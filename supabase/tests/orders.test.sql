-- Orders: how they begin, end and begin again, and what an erasure leaves of them (product.md, section 2, Orders).
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
-- The quotation of 42, with two gifts and a charge, of an inquiry that wants branding.
delete from private.purchase_orders;
alter table public.quotation_versions disable trigger keep_what_was_sent;
update public.quotation_versions set content = content || jsonb_build_object(
  'buyer', content -> 'buyer' || '{"needed_by": "2027-01-20"}', 'lines', content -> 'lines' || jsonb_build_array(jsonb_build_object(
    'id', tests.id(301), 'name', 'Diary', 'hsn', '4820', 'gst_rate', 1800, 'quantities', '[{"quantity": 50, "price_paise": 10000}, {"quantity": 80, "price_paise": 9000}]'::jsonb
  ), jsonb_build_object('id', tests.id(302), 'name', 'Freight', 'gst_rate', 1800, 'is_charge', true, 'quantities', '[{"quantity": 1, "price_paise": 50000}]'::jsonb))
) where id = tests.id(43);
alter table public.quotation_versions enable trigger keep_what_was_sent;
update public.leads set wants_branding = true where id = tests.id(18);
update public.buyer_details set delivery_places = '[{"address": "2 Market Street", "pin_code": "560001", "quantity": 60}, {"address": "Dubai", "pin_code": null, "quantity": 40}]'
where quotation_id = tests.id(42);
create function pg_temp.choice(index integer default 0) returns jsonb language sql as $$
  select jsonb_build_object('quantities', jsonb_build_object(tests.id(301), index))
$$;
create function pg_temp.accept() returns text language sql as $$
  select pg_temp.call(format(
    'public.accept_quotation(%L, %L, %L, ''Asha Rao'', ''Manager'')', repeat('0', 30) || '42', pg_temp.choice(1), (
      select (private.figures_of_choice(version, pg_temp.choice(1)) ->> 'total')::bigint from public.quotation_versions as version where id = tests.id(43)
    )
  ), 'anonymous')
$$;
create function pg_temp.accept_for_buyer(index integer default 0) returns text language sql as $$
  select pg_temp.call(format('public.accept_quotation_for_buyer(%L, %L, ''Asha Rao'', ''By telephone'')', tests.id(42), pg_temp.choice(index)))
$$;
create function pg_temp.reopen() returns text language sql as $$ select pg_temp.call(format('public.reopen_quotation(%L, ''A mistake'')', tests.id(42))) $$;
create function pg_temp.of_42() returns public.orders language sql as $$ select * from public.orders where quotation_id = tests.id(42) $$;
create function pg_temp.year() returns text language sql as $$ select substring(private.next_number('private.quotation_numbers', '', now()) from '[0-9]{4}') $$;

-- Beginning
select is(pg_temp.accept(), '', 'a buyer accepts');
select is((pg_temp.of_42()).number, format('GW-O%s/0001', pg_temp.year()), 'that makes the first order of the year, with its own number');
select is((pg_temp.of_42()).needed_by, '2027-01-20'::date, 'with the day by which the buyer needs it');
select results_eq(
  $$ select line_id, position::integer, quantity, needs_proof, state from public.order_lines where order_id = (pg_temp.of_42()).id order by position $$,
  $$ values (tests.id(46), 1, 100, true, 'preparing'), (tests.id(301), 2, 80, true, 'preparing') $$,
  'its lines are those of the accepted choice that are no charge, with a proof since the inquiry wants branding'
);
select results_eq(
  $$ select position::integer, address, pin_code, quantity from public.order_places where order_id = (pg_temp.of_42()).id order by position $$,
  $$ values (1, '2 Market Street', '560001', 60), (2, 'Dubai', null, 40) $$, 'its places are those that the buyer has given'
);
select results_eq(
  $$ select kind, actor_id, actor_name from public.order_events where order_id = (pg_temp.of_42()).id $$,
  $$ values ('made', null::uuid, 'Asha Rao') $$, 'and its history begins with the buyer'
);

-- Undoing the acceptance
create temporary table first_time as select (pg_temp.of_42()).id, (pg_temp.of_42()).number, (select id from public.order_lines where line_id = tests.id(46) and order_id = (pg_temp.of_42()).id) as line;
update public.order_lines set state = 'production' where line_id = tests.id(301);
select is(
  pg_temp.reopen(), format('PT409 Work on order %s has begun: undo its steps first, or cancel the order and keep the acceptance', (pg_temp.of_42()).number),
  'an acceptance stays once a line has left the preparation'
);
select is((select state from public.quotations where id = tests.id(42)), 'accepted', 'and so does its quotation');
update public.order_lines set state = 'preparing' where line_id = tests.id(301);
insert into public.order_dispatches (order_id, order_line_id, quantity) select order_id, id, 1 from public.order_lines where line_id = tests.id(301);
select matches(pg_temp.reopen(), '^PT409 Work on order .* has begun', 'or once a part was dispatched');
delete from public.order_dispatches where order_id = (pg_temp.of_42()).id;
select is(pg_temp.reopen(), '', 'before that it is undone');
select is((pg_temp.of_42()).cancel_reason, 'The acceptance was undone', 'which cancels the order');
select isnt((pg_temp.of_42()).cancelled_at, null, 'at that time');
select is(pg_temp.accept_for_buyer(), '', 'staff accept again, of another choice');
select is((pg_temp.of_42()).number, (select number from first_time), 'the order has its number still');
select is((pg_temp.of_42()).cancelled_at, null, 'and is no longer cancelled');
select results_eq(
  $$ select line_id, quantity from public.order_lines where order_id = (pg_temp.of_42()).id order by position $$,
  $$ values (tests.id(46), 100), (tests.id(301), 50) $$, 'its lines are those of the choice now'
);
select is(
  (select id from public.order_lines where line_id = tests.id(46) and order_id = (pg_temp.of_42()).id), (select line from first_time), 'a line that is accepted again is the same'
);
select is((select count(*)::integer from public.order_places where order_id = (pg_temp.of_42()).id), 2, 'its places stay');
select pg_temp.reopen();
update public.order_places set recipient = 'Reception' where order_id = (pg_temp.of_42()).id and position = 1;
update public.buyer_details set gstin = null, given_at = clock_timestamp() where quotation_id = tests.id(42);
select pg_temp.accept_for_buyer();
select is((select recipient from public.order_places where order_id = (pg_temp.of_42()).id and position = 1), 'Reception', 'also when the buyer has changed other details');
delete from public.order_events where order_id = (pg_temp.of_42()).id and number > (select number from public.order_events where order_id = (pg_temp.of_42()).id order by number offset 2 limit 1);
select pg_temp.reopen();
update public.buyer_details set delivery_places = '[{"address": "3 Road", "quantity": 10}]', given_at = clock_timestamp() where quotation_id = tests.id(42);
select pg_temp.accept_for_buyer();
select results_eq(
  $$ select address, quantity from public.order_places where order_id = (pg_temp.of_42()).id $$, $$ values ('3 Road', 10) $$,
  'unless the buyer has given others since'
);
select results_eq(
  $$ select kind, actor_name, value ->> 'text' from public.order_events where order_id = (pg_temp.of_42()).id order by number $$,
  $$ values
    ('made', 'Asha Rao', null), ('cancelled', 'sales@example.com', 'The acceptance was undone'), ('made', 'sales@example.com', null),
    ('cancelled', 'sales@example.com', 'The acceptance was undone'), ('made', 'sales@example.com', null)
  $$, 'the history has each of it'
);
select throws_ok(
  format('update public.order_events set actor_name = ''Other'' where order_id = %L', (pg_temp.of_42()).id), '42501', null, 'and no part of it is changed'
);

-- Numbers, in years that have none yet
select is(private.next_number('private.order_numbers', '-O', '2097-03-31T18:29:59Z'), 'GW-O9697/0001', 'the financial year ends on 31 March in India');
select is(private.next_number('private.order_numbers', '-O', '2097-03-31T18:30:00Z'), 'GW-O9798/0001', 'and each one counts from 1');
do $$ begin perform private.next_number('private.order_numbers', '-O', '2097-04-01'); raise exception 'Undone'; exception when others then null; end $$;
select is(private.next_number('private.order_numbers', '-O', '2097-04-02'), 'GW-O9798/0002', 'a transaction that fails leaves no gap');

-- Charges alone
select tests.act_as('owner');
alter table public.quotation_versions disable trigger keep_what_was_sent;
update public.quotation_versions set content = jsonb_set(content, '{lines}', jsonb_build_array(content #> '{lines,0}' || '{"is_charge": true}')) where id = tests.id(45);
alter table public.quotation_versions enable trigger keep_what_was_sent;
delete from public.orders where quotation_id = tests.id(44);
select is(private.begin_order(tests.id(44)), null, 'a quotation of charges alone makes no order');

-- Retention
update public.lead_handling set state = 'won' where lead_id = tests.id(18);
create function pg_temp.settled() returns boolean language sql as $$ select exists (select from private.settled_leads() where lead_id = tests.id(18)) $$;
select ok(not pg_temp.settled(), 'a lead with an open order is not erased by its age');
update public.orders set cancelled_at = now() where quotation_id in (select id from public.quotations where lead_id = tests.id(18));
select ok(pg_temp.settled(), 'one whose orders are cancelled is');
update public.orders set cancelled_at = null where id = (pg_temp.of_42()).id;

-- The copy of a person's data, and the erasure
update public.order_dispatches set tracking_number = null where order_id = (pg_temp.of_42()).id;
insert into public.order_dispatches (order_id, order_line_id, quantity, tracking_number, tracking_url)
select order_id, id, 5, 'AWB1', 'https://courier.example/AWB1' from public.order_lines where order_id = (pg_temp.of_42()).id and line_id = tests.id(301);
select is(
  jsonb_path_query_array(private.data_of('asha@meridian.example'), '$.quotations[*].order.places[*].address'), '["3 Road"]', 'the copy of the buyer''s data has where the order goes'
);
update public.orders set cancel_reason = 'Asha Rao left' where id = (pg_temp.of_42()).id;
select pg_temp.call('public.erase_person(''asha@meridian.example'')', 'administrator');
select is((select count(*)::integer from public.order_lines where order_id = (pg_temp.of_42()).id), 2, 'after an erasure the order stays with its legal copy, and its lines');
select is((pg_temp.of_42()).number, (select number from first_time), 'with its number');
select is_empty($$ select from public.order_places where order_id = (pg_temp.of_42()).id $$, 'without addresses');
select is_empty($$ select from public.order_events where order_id = (pg_temp.of_42()).id $$, 'without its history');
select is((pg_temp.of_42()).cancel_reason, null, 'without the reason for cancelling');
create function pg_temp.refused(statement text) returns text language sql as $$ select pg_temp.call(format(statement, (pg_temp.of_42()).id, (pg_temp.of_42()).saves)) $$;
select is(pg_temp.refused(statement), 'PT409 The buyer''s details were erased: this order is kept as part of the legal copy', 'and none of ' || statement) from unnest(array[
  'public.save_order(%L, %s)', 'public.save_order_places(%L, %s, ''[]'')', 'public.cancel_order(%L, %s, ''No'')', 'public.resume_order(%L, %s)', 'public.undo_order_step(%L, %s)'
]) as statement;
select is(
  pg_temp.call(format('public.move_order_lines(%L, ''production'')', jsonb_build_array(jsonb_build_object('id', id, 'state', 'preparing'))))::jsonb #>> '{refused,0,problem}',
  format('Copper bottle of %s cannot be moved: the person of the order was erased', (pg_temp.of_42()).number), 'nor a step'
) from public.order_lines where order_id = (pg_temp.of_42()).id and line_id = tests.id(46);
select is(
  pg_temp.call(format('public.deliver_dispatches(array[%L]::uuid[])', id)), 'PT409 The buyer''s details were erased: this order is kept as part of the legal copy', 'nor an arrival'
) from public.order_dispatches where order_id = (pg_temp.of_42()).id limit 1;
select is((select is_open from private.order_rows where id = (pg_temp.of_42()).id), false, 'it is not open work');
select is_empty($$ select from public.order_dispatches where tracking_number is not null $$, 'and without numbers of parcels');
delete from public.quotations where id = tests.id(42);
select is_empty($$ select from public.orders where number = (select number from first_time) $$, 'and goes with its quotation');

select * from finish();
rollback;
