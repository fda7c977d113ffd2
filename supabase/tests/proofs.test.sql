-- Proofs and what buyers see and hear of their orders: ways in, decisions, news, readers and erasure (product.md, section 2, Orders).
begin;
select no_plan();
select tests.set_up();
delete from public.outbox;

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
-- The order of 44, with a buyer's link.
insert into public.quotation_links (quotation_id, version_id, purpose, hash, email)
values (tests.id(44), tests.id(45), 'approval', private.link_hash(repeat('0', 30) || '4a'), 'ravi@meridian.example');
delete from public.order_proofs;
delete from public.order_events;
delete from public.quotation_events where kind = 'news';
create function pg_temp.line() returns uuid language sql as $$
  select line.id from public.order_lines as line join public.orders as own on own.id = order_id where own.quotation_id = tests.id(44) limit 1
$$;
create function pg_temp.state() returns text language sql as $$ select state from public.order_lines where id = pg_temp.line() $$;
create function pg_temp.add(content bytea, name text default 'Mug.png', actor text default 'sales') returns text language sql as $$
  select pg_temp.call(format('public.add_proof(%L, %L, %L, ''Please look at the colour'')', pg_temp.line(), name, encode(content, 'base64')), actor)
$$;
create function pg_temp.newest() returns uuid language sql as $$ select (private.newest_proof(pg_temp.line())).id $$;
create function pg_temp.decide(is_approved boolean, comment text default null, proof uuid default pg_temp.newest(), token text default repeat('0', 30) || '44') returns text language sql as $$
  select pg_temp.call(format('public.decide_proof(%L, %L, %L, ''Asha Rao'', %L)', token, proof, is_approved, comment), 'anonymous')
$$;
create function pg_temp.move(step text) returns jsonb language sql as $$
  select pg_temp.call(format('public.move_order_lines(%L, %L)', jsonb_build_array(jsonb_build_object('id', pg_temp.line(), 'state', pg_temp.state())), step))::jsonb
$$;

-- Sending
select matches(pg_temp.add('\x89504e470d0a1a0a', 'Mug.png', actor), '^42501', actor || ' send no proof') from unnest(array['anonymous', 'customer']) as actor;
select is(pg_temp.add('<svg xmlns="x"/>', 'Mug.svg'), '22023 A proof is a PDF, PNG, JPEG or WebP file', 'an SVG is no proof');
select matches(pg_temp.add('\x89504e470d0a1a0a01'), '^[0-9a-f-]{36}$', 'staff send a proof');
select is(pg_temp.add('\x89504e470d0a1a0a01'), pg_temp.newest()::text, 'the same again is the same version');
select ok((select needs_proof from public.order_lines where id = pg_temp.line()), 'the line needs it from then on');
select results_eq($$ select kind, recipient from public.outbox $$, $$ values ('quotation_answer', 'asha@meridian.example') $$, 'the buyer gets one e-mail');
select is(
  (select private.mailed_quotation(version_id, quotation_event) #>> '{event,value,text}' from public.outbox), 'Copper bottle', 'that names the line'
);
select is(pg_temp.move('production') #>> '{refused,0,problem}', (
  select format('Copper bottle of %s waits for the approval of its proof', number) from public.orders where quotation_id = tests.id(44)
), 'a line is not produced before its approval');

-- Deciding
select is(pg_temp.decide(false), '22023 What to change is missing', 'a change says what');
select matches(pg_temp.decide(true, null, pg_temp.newest(), token), '^(42501|PT404|PT409 Already sent)', 'no other link decides') from unnest(array[repeat('0', 30) || '4a', repeat('0', 30) || '42', 'x']) as token;
select is(pg_temp.decide(false, 'Smaller'), '', 'a buyer asks for a change');
select is(pg_temp.decide(false, 'Smaller'), '', 'the same again is answered');
select is(pg_temp.decide(true), 'PT409 A change was requested by Asha Rao already', 'a decision stands');
select is((select recipient from public.outbox where kind = 'quotation_notice'), 'sales@example.com', 'the seller is told once');
create temporary table first_proof as select pg_temp.newest() as id;
select matches(pg_temp.add('\x89504e470d0a1a0a02'), '^[0-9a-f-]{36}$', 'staff send another version');
select is(pg_temp.decide(true, null, (select id from first_proof)), 'PT409 There is a newer proof: please look at that one', 'the first is over');
select is(pg_temp.decide(true), '', 'the second is approved');
select results_eq(
  $$ select value ->> 'sha256', actor_name, actor_id is null from public.order_events where kind = 'proof_approved' $$,
  $$ values (encode(sha256('\x89504e470d0a1a0a02'), 'hex'), 'Asha Rao', true) $$, 'which names the file and the person'
);
update public.order_proofs set made_for = 'another colour' where id = pg_temp.newest();
select is(pg_temp.move('production') #>> '{refused,0,problem}', format('Copper bottle of %s waits for the approval of its proof', (select number from public.orders where quotation_id = tests.id(44))), 'an approval counts for what the proof was made for');
select is(private.proofs_of(pg_temp.line()) #>> '{0,is_outdated}', 'true', 'both sides read that the line is another one');
update public.order_proofs set decision = null, decided_by = null, decided_at = null where id = pg_temp.newest();
select is(pg_temp.decide(true), 'PT409 The order has changed since this proof: we are preparing a new one', 'and the buyer does not approve in vain');
select ok(not private.waits_for_buyer(line), 'nor is waited for') from public.order_lines as line where id = pg_temp.line();
update public.order_proofs set made_for = private.proof_subject(pg_temp.line()) where id = pg_temp.newest();
select is(pg_temp.decide(true), '', 'a proof of the line as it is is approved');
select is(pg_temp.move('production') ->> 'moved', '1', 'and the line is produced');
select matches(pg_temp.add('\x89504e470d0a1a0a03'), '^[0-9a-f-]{36}$', 'a third version');
select is(pg_temp.state(), 'preparing', 'makes a line in production wait again');
select is(pg_temp.decide(true), '', 'until it is approved');
select is(pg_temp.move('packed') ->> 'moved', '1', 'what is packed');
select is(pg_temp.decide(false, 'Late'), 'PT409 This line no longer needs an approval', 'is not decided any more');
select is(pg_temp.add('\x89504e470d0a1a0a04'), 'PT409 This line has been produced: you can no longer add a proof', 'takes no proof');

-- Another gift in the same line
create function pg_temp.set_line(fields jsonb) returns void language plpgsql as $$
begin
  alter table public.quotation_versions disable trigger keep_what_was_sent;
  update public.quotation_versions set content = jsonb_set(content, '{lines,0}', content #> '{lines,0}' || '{"colour": null, "note": null}' || fields) where id = tests.id(45);
  alter table public.quotation_versions enable trigger keep_what_was_sent;
end
$$;
create function pg_temp.approved_with(fields jsonb) returns boolean language plpgsql as $$
declare
  before constant jsonb := (select content -> 'lines' from public.quotation_versions where id = tests.id(45));
  answer boolean;
begin
  perform pg_temp.set_line(fields);
  answer := (select private.is_approved(line) from public.order_lines as line where id = pg_temp.line());
  perform pg_temp.set_line(before -> 0);
  return answer;
end
$$;
select ok(pg_temp.approved_with('{}'), 'an approval is of the line');
select ok(pg_temp.approved_with('{"quantities": [{"quantity": 90, "price_paise": 1}]}'), 'of any quantity');
select ok(not pg_temp.approved_with(other), 'and not of one with ' || other::text) from unnest(array['{"name": "Mug"}', '{"colour": "Red"}', '{"note": "Engraved"}']::jsonb[]) as other;

-- Reading
select is(
  pg_temp.call(format('public.proof_file(%L, %L)', pg_temp.newest(), repeat('0', 30) || '44'), 'anonymous')::jsonb ->> 'type', 'image/png', 'the buyer''s link reads it'
);
select matches(pg_temp.call(format('public.proof_file(%L, %L)', pg_temp.newest(), token), 'anonymous'), '^(42501|PT404)', 'no other link does')
from unnest(array[repeat('0', 30) || '4a', repeat('0', 30) || '42', 'x']) as token;
select matches(pg_temp.call(format('public.proof_file(%L)', pg_temp.newest()), actor), '^42501', actor || ' do not') from unnest(array['anonymous', 'customer']) as actor;
select is(pg_temp.call(format('public.proof_file(%L)', pg_temp.newest()))::jsonb ->> 'name', 'Mug.png', 'staff do');
select throws_ok(format('select tests.act_as(%L); select content from private.order_proof_files', actor), '42501', null, 'no table of files is read by the ' || actor)
from unnest(array['anonymous', 'customer', 'sales', 'administrator', 'service']) as actor;
select tests.act_as('owner');
select results_eq(
  format($$ select line ->> 'state', jsonb_array_length(line -> 'proofs') from jsonb_array_elements(%L::jsonb #> '{order,lines}') as line $$,
    pg_temp.call(format('public.open_quotation(%L)', repeat('0', 30) || '44'), 'anonymous')),
  $$ values ('packed', 3) $$, 'the buyer''s page shows the order with its proofs'
);
select ok(
  not pg_temp.call(format('public.open_quotation(%L)', repeat('0', 30) || '4a'), 'anonymous')::jsonb ? 'order', 'an approval''s page does not'
);

-- News
delete from public.outbox;
update public.seller_profile set couriers = E'Swift https://swift.example/track/{number}';
select pg_temp.call(format('public.dispatch_order_lines(%L, ''Swift'', ''A 1'')', jsonb_build_array(jsonb_build_object('id', pg_temp.line(), 'state', 'packed', 'quantity', 60, 'dispatched', 0))));
select is(
  (select private.mailed_quotation(version_id, quotation_event) #>> '{event,value,text}' from public.outbox),
  '60 of Copper bottle, by Swift, number A 1, https://swift.example/track/A%201', 'a parcel is told with its courier and its link'
);
select ok((select next_attempt_at > now() + interval '50 seconds' from public.outbox), 'after a minute');
select is(pg_temp.call(format('public.undo_order_step(%L, %s)', order_id, number)), '', 'undone before')
from (select * from public.order_events where kind = 'dispatched' order by number desc limit 1) as step;
select is_empty('select from public.outbox', 'it is not told');
select is(pg_temp.call(format('public.choose_order_news(%L, ''{delivered,packed}'')', repeat('0', 30) || '44'), 'anonymous'), '', 'a buyer chooses');
select is((select news from public.orders where quotation_id = tests.id(44)), '{packed,delivered}', 'what to hear of');
select matches(pg_temp.call(format('public.choose_order_news(%L, ''{weather}'')', repeat('0', 30) || '44'), 'anonymous'), '^22023', 'among what there is');
select matches(pg_temp.call(format('public.choose_order_news(%L, ''{}'')', repeat('0', 30) || '4a'), 'anonymous'), '^42501', 'a colleague does not');
select pg_temp.call(format('public.dispatch_order_lines(%L)', jsonb_build_array(jsonb_build_object('id', pg_temp.line(), 'state', 'packed'))));
select is_empty('select from public.outbox', 'and hears of nothing else');

-- Ended links, and an order that is cancelled before the e-mail leaves
select pg_temp.call(format('public.choose_order_news(%L, ''{dispatched,delivered}'')', repeat('0', 30) || '44'), 'anonymous');
create temporary table open_links as select hash from public.quotation_links where quotation_id = tests.id(44) and ended_at is null;
select pg_temp.call(format('public.end_quotation_links(%L)', tests.id(44)));
delete from public.outbox;
select pg_temp.move('delivered');
select is_empty('select from public.outbox', 'whose links the staff have ended gets no other one by a step');
select pg_temp.call(format('public.undo_order_step(%L, %s)', order_id, number)) from (select * from public.order_events where kind = 'delivered' order by number desc limit 1) as step;
update public.quotation_links set ended_at = null where hash in (select hash from open_links);
select pg_temp.move('delivered');
select isnt_empty('select from public.outbox', 'a delivery is told');
select pg_temp.call(format('public.cancel_order(%L, %s, ''No budget'')', id, saves)) from public.orders where quotation_id = tests.id(44);
select is_empty('select from public.outbox', 'unless the order is cancelled before');

-- Erasure
select private.erase_quotations(array[tests.id(44)]);
select is((select count(*) from private.order_proof_files), 0::bigint, 'the files go with the details of the buyer');
select results_eq(
  $$ select version::integer, decision, name, comment, note from public.order_proofs order by version $$,
  $$ values (2, 'approved', 'erased', null::text, null::text), (3, 'approved', 'erased', null, null) $$, 'what was approved stays by its hash'
);
select * from finish();
rollback;
