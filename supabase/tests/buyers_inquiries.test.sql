-- The private page of an inquiry: opened by its link or by its account, added to and withdrawn; ended and renewed by the seller.
begin;
select no_plan();
select tests.set_up();

create function pg_temp.send(token text) returns text language plpgsql as $$
begin
  perform tests.act_as('anonymous');
  perform set_config('request.headers', json_build_object('x-inquiry-link', token)::text, true);
  insert into public.leads (name, company, email, phone, selected_products)
  values ('Vikram', 'Nova', 'vikram@nova.example', '1', array['Copper bottle', 'Desk lamp']);
  perform tests.act_as('owner');
  return token;
end
$$;
create function pg_temp.open(token text, actor text default 'anonymous') returns json language plpgsql as $$
declare
  opened json;
begin
  perform tests.act_as(actor);
  opened := public.open_inquiry(token);
  perform tests.act_as('owner');
  return opened;
exception when others then
  return to_json(sqlstate);
end
$$;
create temporary table sent as select pg_temp.send(repeat('a1', 16)) as token;

-- Opening
select isnt((select link from public.leads where email = 'vikram@nova.example'), (select token from sent), 'the token of a link is not stored');
select is(pg_temp.open(repeat('a1', 16)) ->> 'state', 'new', 'a visitor opens an inquiry by the token that its browser has sent');
select is(pg_temp.open(token) #>> '{}', 'PT404', format('%s opens nothing', coalesce(token, 'no token')))
from unnest(array[repeat('a2', 16), '', null, 'GW-00000000', (select link from public.leads where email = 'vikram@nova.example')]) as token;
insert into public.leads (id, name, company, email, phone, link) values (tests.id(690), 'Maya', 'Orbit', 'maya@orbit.example', '1', private.link_hash(repeat('b7', 16)));
select is(pg_temp.send(repeat('b7', 16)), repeat('b7', 16), 'an inquiry with the token of another one is stored');
select is((select count(*) from public.leads where link = private.link_hash(repeat('b7', 16))), 1::bigint, 'and the token opens the other one alone');
select is(pg_temp.send('short'), 'short', 'an inquiry with a token that can be guessed is stored');
select is(pg_temp.open('short') #>> '{}', 'PT404', 'and its token opens nothing');
select is(
  (select json_agg(line -> 'product' ->> 'name') from json_array_elements(pg_temp.open(repeat('a1', 16)) -> 'lines') as line)::text,
  '["Copper bottle", "Desk lamp"]', 'products of the preview are shown by their names'
);
insert into public.products (id, name, is_sample, created_at)
select tests.id(600 + n), 'Newer ' || n, true, '2026-02-01Z' from generate_series(1, 12) as n;
select is(
  (select json_agg(line -> 'product' ->> 'name') from json_array_elements(pg_temp.open(repeat('a1', 16)) -> 'lines') as line)::text,
  '[null, null]', 'and a visitor learns nothing of others by guessing names'
);
select is(
  (select json_agg(line -> 'product' ->> 'name') from json_array_elements(pg_temp.open(repeat('a1', 16), 'customer') -> 'lines') as line)::text,
  '["Copper bottle", "Desk lamp"]', 'which a customer sees'
);

-- Adding
select tests.act_as('anonymous');
select lives_ok(
  format($$ select public.add_to_inquiry(repeat('a1', 16), '[{"id": "%s", "name": "Desk lamp", "quantity": 400, "note": "Blue", "colours": [{"name": "Red", "quantity": 300}, {"name": "Navy", "quantity": 100}]}]', 'Soon') $$, tests.id(16)),
  'a visitor adds to an inquiry by its link'
) from generate_series(1, 2);
select tests.act_as('owner');
select results_eq(
  $$ select position::integer, lead_items.name, quantity, colours #>> '{1,name}' from public.lead_items join public.leads on leads.id = lead_id where email = 'vikram@nova.example' and link = private.link_hash(repeat('a1', 16)) order by position $$,
  $$ values (1, 'Copper bottle', null::integer, null), (2, 'Desk lamp', null, null), (3, 'Desk lamp', 400, 'Navy') $$, 'its lines follow those that were there, once'
);
select is((select array_length(selected_products, 1) from public.leads where link = private.link_hash(repeat('a1', 16))), 3, 'and so do its names');
select results_eq(
  $$ select kind, value, actor_email, actor_id from public.lead_events where kind = 'added' $$,
  $$ values ('added', E'400 × Desk lamp in Red (300) and Navy (100) (Blue)\nSoon', 'vikram@nova.example', null::uuid) $$, 'the history says what, and by whom'
);
select is((select count(*) from public.outbox where kind = 'notice' and event_number is not null), 1::bigint, 'the seller is told by an e-mail');
select tests.act_as('anonymous');
select throws_ok($$ select public.add_to_inquiry(repeat('a1', 16), '[]') $$, '22023', null, 'nothing cannot be added');
select throws_ok($$ select public.add_to_inquiry(repeat('a2', 16), '[{"name": "Mug"}]') $$, 'PT404', null, 'another token adds nothing');
select lives_ok(format($$ select public.add_to_inquiry(repeat('a1', 16), '[{"name": "Mug %s"}]') $$, n), 'addition ' || n) from generate_series(2, 20) as n;
select throws_ok($$ select public.add_to_inquiry(repeat('a1', 16), '[{"name": "Mug 21"}]') $$, '22023', null, 'the twenty-first of a day is refused');

-- Withdrawing
select lives_ok($$ select public.withdraw_inquiry(repeat('a1', 16)) $$, 'a visitor withdraws an inquiry by its link') from generate_series(1, 2);
select throws_ok($$ select public.add_to_inquiry(repeat('a1', 16), '[{"name": "Mug"}]') $$, '22023', 'This inquiry was withdrawn: please send a new one.', 'what is withdrawn is not added to');
select tests.act_as('owner');
select is(pg_temp.open(repeat('a1', 16)) ->> 'state', 'withdrawn', 'its page says so');
select is((select count(*) from public.lead_events where value = 'withdrawn'), 1::bigint, 'and its history, once');
select is(
  (select answered_at is not null and state = 'withdrawn' from public.lead_handling join public.leads on id = lead_id where link = private.link_hash(repeat('a1', 16))),
  true, 'it waits for no answer'
);
update public.lead_handling set state = case when lead_id = tests.id(18) then 'won' else state end where true;
select tests.act_as('anonymous');
select throws_ok($$ select public.withdraw_inquiry('00000000000000000000000000000018') $$, '22023', null, 'what is agreed is not withdrawn by a link');
select tests.act_as('owner');
select is(pg_temp.open('00000000000000000000000000000018') ->> 'state', 'ordered', 'words of the seller have words for the buyer');

-- By the account
update public.leads set sender_id = tests.id(1) where id = tests.id(18);
select is(pg_temp.open('gw-00000000', 'customer') ->> 'reference', 'GW-00000000', 'an account opens its own by the reference');
select is(pg_temp.open('GW-00000000', 'administrator') #>> '{}', 'PT404', 'and another account does not');

-- E-mails
update public.outbox set state = 'failed' where kind = 'notice';
select set_config('role', 'service_role', true);
create temporary table claimed as select mail from jsonb_array_elements(public.claim_mails(50)) as mail;
select set_config('role', 'none', true);
select is(
  pg_temp.open((select mail ->> 'token' from claimed where mail ->> 'to' = 'asha@meridian.example')) ->> 'state', 'ordered', 'an acknowledgement has a link that works'
);
select is(pg_temp.open('00000000000000000000000000000018') ->> 'state', 'ordered', 'beside that of the browser');
select results_eq(
  $$ select line ->> 'name', line -> 'product' ->> 'id' from claimed, jsonb_array_elements(mail -> 'lead' -> 'lines') with ordinality as listed (line, position)
     where mail ->> 'to' = 'vikram@nova.example' and jsonb_array_length(mail -> 'lead' -> 'lines') > 3 and position <= 3 order by position $$,
  format($$ values ('Copper bottle', null), ('Desk lamp', null), ('Desk lamp', %L) $$, tests.id(16)),
  'and the products that its sender may see'
);

-- A server that was killed while it sent may have sent the e-mail, which another server sends again.
update public.outbox set next_attempt_at = now() - interval '1 second' where recipient = 'asha@meridian.example';
select set_config('role', 'service_role', true);
insert into claimed select mail from jsonb_array_elements(public.claim_mails(50)) as mail where mail ->> 'to' = 'asha@meridian.example';
select set_config('role', 'none', true);
select is(
  (select array_agg(pg_temp.open(mail ->> 'token') ->> 'state') from claimed where mail ->> 'to' = 'asha@meridian.example'),
  array['ordered', 'ordered'], 'the links of an e-mail that is sent twice both work'
);

-- Ended and renewed
select tests.act_as('sales');
select isnt(public.handle_lead(tests.id(18), 'link', 'ended'), null, 'sales end the links of a lead');
select throws_ok(format($$ select public.handle_lead(%L, 'link', 'other') $$, tests.id(18)), '22023', null, 'links are not handled otherwise');
select tests.act_as('owner');
select is(pg_temp.open('00000000000000000000000000000018') #>> '{}', 'PT404', 'the browser''s opens nothing then');
select is(pg_temp.open(mail ->> 'token') #>> '{}', 'PT404', 'nor that of an e-mail') from claimed where mail ->> 'to' = 'asha@meridian.example';
select tests.act_as('sales');
select isnt(public.handle_lead(tests.id(18), 'link', 'renewed'), null, 'sales send a new link');
select tests.act_as('owner');
select set_config('role', 'service_role', true);
create temporary table again as select mail from jsonb_array_elements(public.claim_mails(50)) as mail;
select set_config('role', 'none', true);
select is((select mail #>> '{event,kind}' from again), 'link', 'by an e-mail that says so');
select is(pg_temp.open((select mail ->> 'token' from again)) ->> 'reference', 'GW-00000000', 'whose link works');
select tests.act_as('sales');
select isnt(public.handle_lead(tests.id(18), 'link', 'renewed'), null, 'they send another one');
select isnt(public.handle_lead(tests.id(18), 'link', 'ended'), null, 'and end all links before it is sent');
select tests.act_as('owner');
update public.outbox set state = 'queued', attempts = 0, next_attempt_at = now() where lead_id = tests.id(18) and kind = 'acknowledgement' and event_number is null;
select set_config('role', 'service_role', true);
create temporary table waiting as select mail from jsonb_array_elements(public.claim_mails(50)) as mail;
select set_config('role', 'none', true);
select results_eq(
  format($$ select mail -> 'event', mail -> 'token' from waiting where mail #>> '{lead,id}' = %L $$, tests.id(18)),
  $$ values ('null'::jsonb, 'null'::jsonb) $$, 'an acknowledgement that still waits has no link then, and the e-mail that brought another one is not sent'
);

select * from finish();
rollback;
