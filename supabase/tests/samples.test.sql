-- Samples: asked for by an inquiry, a link or a quotation, within limits; the staff's steps and their undoing; the verdict, the lists, the
-- digest, the copy of a person's data and the erasure (product.md, section 2, Samples).
begin;
select no_plan();
select tests.set_up();
delete from public.samples;
delete from public.outbox where kind <> 'data_link';
delete from public.lead_events where kind = 'opened';

create function pg_temp.call(statement text, actor text default 'anonymous', headers jsonb default '{}') returns text language plpgsql as $$
declare
  answer text;
begin
  perform tests.act_as(actor);
  perform set_config('request.headers', headers::text, true);
  execute 'select ' || statement into answer;
  perform tests.act_as('owner');
  return coalesce(answer, '');
exception when others then
  return sqlstate || ' ' || coalesce(substring(sqlerrm from '"message" : "([^"]*)"'), sqlerrm);
end
$$;
create function pg_temp.ask(
  names text[], token text default repeat('0', 30) || '18', change jsonb default '{}', actor text default 'anonymous', headers jsonb default '{}'
) returns text language sql as $$
  select pg_temp.call(format('public.request_samples(%L, %L)', token, '{"recipient": "Ravi Iyer", "address": "1 Ring Road", "pin_code": "560 001", "phone": "98765"}'::jsonb || jsonb_build_object('items', (
    select jsonb_agg(jsonb_build_object('id', tests.id(15), 'name', name, 'colour', ' Red ')) from unnest(names) as name
  )) || change), actor, headers)
$$;
create function pg_temp.ask_anew(
  product text, company text, email text, actor text default 'anonymous', headers jsonb default '{}'
) returns text language sql as $$
  select pg_temp.call(format('public.send_sample_inquiry(%L, %L, %L, %L, %L, %L, %L)', 'Vikram', company, email, '1', asked.items, jsonb_build_object(
    'items', asked.items, 'recipient', 'Vikram', 'address', '7 Fort', 'pin_code', '400001', 'phone', '1'
  ), 'For Diwali'), actor, headers) from (select jsonb_build_array(jsonb_build_object('name', product)) as items) as asked
$$;
create function pg_temp.last_steps() returns jsonb language sql as $$ select coalesce(jsonb_agg(steps -> -1 -> 'event'), '[]') from public.samples where steps <> '[]' $$;
create function pg_temp.step(step text, value jsonb default '{}', actor text default 'sales') returns text language sql as $$
  select pg_temp.call(format('public.handle_samples(%L, %L, %L)', (select array_agg(id) from public.samples where name = 'Copper bottle'), step, case when step = 'undone' then jsonb_build_object('events', pg_temp.last_steps()) else '{}' end || value), actor)
$$;
create function pg_temp.one() returns public.samples language sql as $$ select * from public.samples where name = 'Copper bottle' $$;
create function pg_temp.last_event() returns text language sql as $$ select value from public.lead_events where kind = 'sample' order by number desc limit 1 $$;
create function pg_temp.mails() returns bigint language sql as $$ select count(*) from public.outbox where kind = 'sample' $$;
create function pg_temp.found(filters jsonb, actor text default 'sales') returns text language sql as $$
  select pg_temp.call(format($f$ (select string_agg(name, ',' order by name) from public.find_samples(filters => %L)) $f$, filters), actor)
$$;
create function pg_temp.open(token text default repeat('0', 30) || '18') returns jsonb language sql as $$
  select pg_temp.call(format('public.%s(%L)', case when token like '%18' then 'open_inquiry' else 'open_quotation' end, token))::jsonb
$$;

-- Asking by a link
select is(pg_temp.ask(array['Copper bottle']), '', 'a visitor asks for a sample by the link of an inquiry');
select is(pg_temp.ask(array['Copper bottle']), '', 'the same again, after a lost answer, succeeds');
select results_eq(
  'select name, colour, recipient, pin_code, state, charge, product_id, lead_id, company from public.samples',
  $$ values ('Copper bottle', 'Red', 'Ravi Iyer', '560001', 'asked', null::integer, tests.id(15), tests.id(18), 'company ' || tests.id(53)) $$, 'and is stored once, of the company of the lead'
);
select is(pg_temp.last_event(), 'Requested: Copper bottle in Red', 'the history of the lead has it');
select is((select count(*) from public.outbox where kind = 'notice' and event_number is not null), 1::bigint, 'and the seller is told once');
select is(pg_temp.ask(array['Mug'], change => change), refusal, format('%s is refused', change)) from (values
  ('{"pin_code": "1234"}'::jsonb, '22023 A PIN code has six digits'), ('{"address": " "}', '22023 Address is missing'),
  ('{"recipient": null}', '22023 Recipient is missing'), ('{"phone": ""}', '22023 Phone is missing')
) as wrong (change, refusal);
select is(pg_temp.ask(array[]::text[]), '22023 Choose a product first', 'as is one without a product');
select matches(pg_temp.ask(array['Mug'], repeat('f', 32)), '^PT404', 'a token that opens nothing asks for nothing');
select matches(pg_temp.ask(array['Mug'], repeat('0', 30) || '43'), '^42501', 'nor does the link of a colleague who is asked to approve');
select is(pg_temp.open() #>> '{samples,0,state}', 'asked', 'the page of the inquiry shows the sample');
select ok(not pg_temp.open()::text ~ 'Ring Road|Ravi', 'without its address');

-- The limit of a company and month, which strangers do not use up for proven addresses
select is(pg_temp.ask(array['Mug', 'Lamp', 'Pen']), 'PT429 A company may ask for 3 samples a month. Please write to us if you need more.', 'no more than three a month');
select is(pg_temp.ask(array['Mug', 'Lamp']), '', 'three are fine');
select matches(pg_temp.ask(array['Pen']), '^PT429', 'and a fourth is one too many');
select is(pg_temp.ask(array['Pen'], actor => 'sales'), '', 'the staff may ask for more');
select is(pg_temp.ask(array['Cup'], repeat('0', 30) || '42'), '', 'the quotation''s link, which was mailed, has a limit of its own');
select results_eq($$ select company, quotation_id from public.samples where name = 'Cup' $$, $$ values ('domain meridian.example', tests.id(42)) $$, 'that of the domain');
select ok(pg_temp.open(repeat('0', 30) || '42') @? '$.samples[*] ? (@.name == "Cup")', 'the quotation''s page shows the samples of its inquiry');
update public.samples set created_at = now() - interval '40 days' where name in ('Mug', 'Lamp');
select is(pg_temp.ask(array['Box']), '', 'another month has its own limit');
update public.samples set state = 'refused', reason = 'No' where name in ('Box', 'Pen');
select is(pg_temp.ask(array['Bag']), '', 'and refused ones do not count');
update public.site_settings set samples_a_month = 1, sample_charge = 150;
select matches(pg_temp.ask(array['Key']), '^PT429 A company may ask for one sample a month', 'the owner sets the limit');
update public.site_settings set offers_samples = false;
select is(pg_temp.ask(array['Key']), '22023 We do not offer samples at present.', 'an owner who offers none gets no request');
select is(pg_temp.call('public.site_details()')::jsonb -> 'offers_samples', 'false', 'and the website knows it');
update public.site_settings set offers_samples = true, samples_a_month = 3;
select is(pg_temp.call('public.site_details()')::jsonb -> 'sample_charge', '150', 'as what one costs');

-- At a public mail host, whose domain says nothing
select is(
  (select array_agg(private.company_of_samples(jsonb_populate_record(lead, '{"email": "buyer@gmail.com"}'), is_proven) order by is_proven) from public.leads as lead, unnest(array[true, false]) as is_proven where id = tests.id(18)),
  (select array['company ' || tests.id(53), 'contact ' || contact_id] from public.leads where id = tests.id(18)), 'a proven address counts alone, and the company that anyone may type apart from it'
);

-- By an inquiry of its own
select matches(pg_temp.ask_anew('Lantern', 'Nova', 'vikram@nova.example', headers => '{"x-inquiry-link": "abababababababababababababababab"}'), '^[A-Z]+-[0-9A-F]{8}$', 'without an inquiry one is sent');
select results_eq(
  $$ select message, selected_products, charge, samples.name, link = private.link_hash(repeat('ab', 16)) from public.leads join public.samples on lead_id = leads.id where email = 'vikram@nova.example' $$,
  $$ values (E'For Diwali\n\nPlease send a sample: Lantern', array['Lantern'], 150, 'Lantern', true) $$, 'which says so, has a private page, and the charge of that time'
);
select is((select count(*) from public.outbox join public.leads on leads.id = lead_id where leads.email = 'vikram@nova.example' and kind = 'notice'), 1::bigint, 'the seller is told once');
update public.leads set created_at = created_at - interval '1 minute' where email = 'vikram@nova.example';
select ok(pg_temp.ask_anew('Lantern', 'Nova', 'vikram@nova.example') <> '' and (select count(*) = 1 from public.samples where name = 'Lantern'), 'a second press changes nothing');
select is(
  (select array_agg(pg_temp.ask_anew('Cup ' || number, 'Firm ' || number, 'a@firm' || number || '.example', headers => '{"cf-connecting-ip": "203.0.113.9"}') ~ '^PT429') from generate_series(1, 11) as number),
  array_fill(false, array[10]) || true, 'one network asks for ten a day, whatever the companies are called'
);
select is((select count(*) from public.leads where company = 'Firm 11'), 0::bigint, 'and what is refused leaves no inquiry');
delete from public.samples where name like 'Cup %';

-- Steps
select matches(pg_temp.step('agreed', actor => 'customer'), '^42501', 'customers take no steps');
select is(pg_temp.step('packed'), '22023 A sample has no such step', 'an unknown step is refused');
select is(pg_temp.step('refused'), '22023 The reason is missing', 'a refusal has a sentence');
select is(pg_temp.step('sent', '{"tracking_url": "javascript:1"}'), '22023 The tracking link must begin with https://', 'a tracking link is an address');
select is(pg_temp.step('delivered'), '0', 'a sample that was not sent is not delivered');
select is(pg_temp.step('agreed'), '1', 'the staff agree');
select is(pg_temp.step('agreed'), '0', 'once');
select is((pg_temp.one()).state, 'agreed', 'which the sample says');
select is(pg_temp.last_event(), 'Agreed: Copper bottle in Red, free', 'and the history');
select is((select answered_at is not null from public.lead_handling where lead_id = tests.id(18)), true, 'it answers the inquiry');
select is(pg_temp.mails(), 1::bigint, 'and is mailed to the buyer');
select is(pg_temp.step('undone'), '1', 'it is undone');
select is((pg_temp.one()).state, 'asked', 'which restores the state');
select is(pg_temp.mails(), 0::bigint, 'and the e-mail that was not sent is not sent');
select is(pg_temp.step('undone'), '0', 'a sample as it was asked for has nothing to undo');
select pg_temp.step('agreed');
create temporary table agreed as select pg_temp.last_steps() as events;
select pg_temp.step('refused', '{"reason": "None left"}');
select is(pg_temp.step('undone', jsonb_build_object('events', events)) || (pg_temp.one()).state, '0refused', 'only the step that its caller sees is undone') from agreed;
select is(pg_temp.step('undone', '{"events": []}') || pg_temp.step('undone', '{"events": null}'), '00', 'and none without its event');
select pg_temp.step('undone');
select pg_temp.step('undone');
select is((pg_temp.one()).state, 'asked', 'each by its event');
select pg_temp.call(format('public.handle_samples(%L, ''agreed'')', (select array_agg(id) from public.samples where name in ('Copper bottle', 'Bag'))), 'sales');
select is(pg_temp.step('undone') || pg_temp.mails(), '11', 'an e-mail of two samples stays while one of them stands');
select pg_temp.call(format('public.handle_samples(%L, ''undone'', %L)', (select array_agg(id) from public.samples where name = 'Bag'), jsonb_build_object('events', pg_temp.last_steps())), 'sales');
select is(pg_temp.mails(), 0::bigint, 'and goes with the last of them');
select pg_temp.step('agreed');
update public.outbox set attempts = 1 where kind = 'sample';
select is(pg_temp.step('undone') || pg_temp.mails(), '11', 'one that is being sent stays');
delete from public.outbox where kind = 'sample';
select is(pg_temp.step('agreed') || pg_temp.step('sent', '{"courier": "Delhivery", "tracking_number": "D 1", "tracking_url": "https://track.example/D1", "day": "2026-11-20"}'), '11', 'a parcel has a courier, a number, a link and a day');
select is(
  (select (mail -> 'event') - 'kind' from jsonb_array_elements(public.claim_mails(100)) as mail where mail ->> 'kind' = 'sample' and mail -> 'event' ->> 'value' like 'Sent%'),
  '{"value": "Sent: Copper bottle in Red, by Delhivery, D 1, https://track.example/D1", "samples": [{"url": "https://track.example/D1", "name": "Copper bottle in Red", "text": "by Delhivery, D 1"}]}', 'which the buyer''s e-mail says, with the name that the buyer gave'
);
select is((select count(*) from public.outbox where kind = 'sample' and cardinality(links) = 1), 2::bigint, 'with a link to the inquiry');
update public.seller_profile set couriers = 'DTDC https://dtdc.example/{number}';
select is(pg_temp.step('undone') || pg_temp.step('sent', '{"courier": "dtdc", "tracking_number": "D 2"}') || (pg_temp.one()).tracking_url, '11https://dtdc.example/D%202', 'without a link it is that of the owner''s courier');
select is(pg_temp.step('delivered', '{"day": "2026-11-22"}'), '1', 'it is delivered');

-- The verdict
create function pg_temp.judge(verdict text, comment text default null, sample text default 'Copper bottle', token text default repeat('0', 30) || '18') returns text language sql as $$
  select pg_temp.call(format('public.judge_sample(%L, %L, %L, %L)', token, (select id from public.samples where name = sample), verdict, comment))
$$;
select is(pg_temp.judge('fine'), '22023 Choose “We like it” or “Not for us”', 'a verdict is one of two');
select is(pg_temp.judge('liked', sample => 'Lantern'), 'PT404 This sample was deleted.', 'a link judges no sample of another inquiry');
select is(pg_temp.judge('liked', sample => 'Bag'), '22023 This sample has not been sent yet.', 'nor one that was not sent');
select is(pg_temp.judge('liked', ' Lovely '), '', 'a visitor judges a sample by the link');
select is(pg_temp.judge('liked', 'Lovely'), '', 'twice');
select is(pg_temp.last_event(), E'We like it: Copper bottle in Red\nLovely', 'the history has it');
select is((pg_temp.one()).steps -> -1 ->> 'by', 'Asha Rao', 'and the step says whose verdict it is');
select is(jsonb_array_length((pg_temp.one()).steps), 4, 'and is one');
select is(pg_temp.judge('not_for_us', token => repeat('0', 30) || '42'), '', 'the quotation''s link judges, too');
select is(pg_temp.step('undone') || coalesce((pg_temp.one()).verdict, 'none'), '1liked', 'the staff undo a verdict');
select is(pg_temp.step('kept') || (pg_temp.one()).state, '1kept', 'what buyers keep is kept');
update public.samples set state = 'sent', sent_on = private.day_in_india(now()) where name = 'Bag';
select is(pg_temp.judge('liked', sample => 'Bag'), '', 'a sample on its way that has a verdict');
select is((select state from public.samples where name = 'Bag'), 'delivered', 'has arrived');

-- Links that are over
update public.quotations set state = 'declined' where id = tests.id(42);
select is(pg_temp.ask(array['Mug'], repeat('0', 30) || '42'), 'PT409 This quotation was declined: ask for a new one.', 'the link of a declined quotation asks for none');
select is(pg_temp.judge('liked', 'Late', token => repeat('0', 30) || '42'), '', 'and still judges');
update public.quotations set state = 'withdrawn' where id = tests.id(42);
select is(pg_temp.ask(array['Mug'], repeat('0', 30) || '42'), 'PT410 Ask for the current quotation.', 'that of a withdrawn one does neither');
select is(pg_temp.judge('liked', 'Later', token => repeat('0', 30) || '42'), 'PT410 Ask for the current quotation.', 'as its page shows neither');
update public.quotations set state = 'sent' where id = tests.id(42);

-- Lists
delete from public.samples where name not in ('Copper bottle', 'Lantern', 'Bag');
update public.samples set state = 'asked', created_at = private.working_time_before(now(), 2) - interval '1 minute' where name = 'Lantern';
update public.samples set state = 'sent', sent_on = private.day_in_india(now()) - 11 where name = 'Bag';
update public.samples set state = 'delivered', verdict = null, delivered_on = private.day_in_india(now()) - 8 where name = 'Copper bottle';
select is(pg_temp.found(filters), names, format('%s finds %s', filters, names)) from (values
  ('{}'::jsonb, 'Bag,Copper bottle,Lantern'), ('{"state": "asked"}', 'Lantern'), ('{"overdue": "asked"}', 'Lantern'), ('{"overdue": "sent"}', 'Bag'),
  ('{"overdue": "return"}', ''), ('{"overdue": "verdict"}', 'Copper bottle'), ('{"overdue": "yes"}', 'Bag,Copper bottle,Lantern'),
  (jsonb_build_object('lead', tests.id(18)), 'Bag,Copper bottle'), ('{"owner": "none"}', 'Bag,Copper bottle,Lantern'), ('{"quotation": "00000000-0000-0000-0000-000000000042"}', '')
) as listed (filters, names);
update public.site_settings set sample_return_days = 7;
select is(pg_temp.found('{"overdue": "return"}'), 'Copper bottle', 'what is to come back is overdue after the owner''s days');
select is(pg_temp.found('{}', 'customer'), '', 'customers find none');
select is(pg_temp.call('(select delivery from public.find_samples(filters => ''{}'') limit 1)', 'sales'), '', 'the list has no addresses');
select matches(pg_temp.call(format('(select delivery from public.find_samples(filters => ''{"lead": "%s"}'') limit 1)', tests.id(18)), 'sales'), '1 Ring Road', 'those of a lead do');
select is(pg_temp.call('public.count_samples(''dtdc 2'')', 'sales'), '1', 'a parcel is found by its courier and number');
select is(
  (select jsonb_object_agg(list ->> 'part', list -> 'number') from jsonb_array_elements(private.digest_of(tests.id(5))) as part cross join jsonb_array_elements(part -> 'lists') as list where list ->> 'part' like '%samples'),
  '{"unanswered_samples": 1, "undelivered_samples": 1, "unreturned_samples": 1, "unjudged_samples": 1}', 'the digest has the numbers of the lists'
);
select is(to_char(private.working_time_before((at || '+05:30')::timestamptz, 2) at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI'), before, 'two working days before ' || at) from (values
  ('2026-11-26 00:10', '2026-11-24 00:10'), ('2026-11-27 23:59', '2026-11-25 23:59'),
  ('2026-11-28 00:00', '2026-11-26 00:00'), ('2026-11-28 11:00', '2026-11-26 00:00'), ('2026-11-29 23:59', '2026-11-26 00:00'),
  ('2026-11-30 00:00', '2026-11-26 00:00'), ('2026-11-30 11:00', '2026-11-26 11:00'), ('2026-12-01 05:00', '2026-11-27 05:00')
) as moments (at, before);

-- Privacy
select matches(pg_temp.call('public.person_data(''asha@meridian.example'')', 'administrator')::jsonb #>> '{leads,0,samples}', '1 Ring Road', 'the copy of a person''s data has the address');
select matches(pg_temp.call(format('public.inquiry_data(%L)', repeat('0', 30) || '18')), '1 Ring Road', 'and so has that of an inquiry');
select matches(pg_temp.call(format('public.delete_inquiry_details(%L)', repeat('0', 30) || '18')), '"leads": 1', 'a person who has the details deleted');
select is((select string_agg(name, ',') from public.samples), 'Lantern', 'has the samples deleted');
select is((select count(*) from public.lead_events where lead_id = tests.id(18) and value ~ 'Copper|Lovely'), 0::bigint, 'and what was said of them');
select lives_ok($$ select private.erase_address('vikram@nova.example', false, 'the person') $$, 'as does one whom an administrator erases');
select is((select count(*) from public.samples), 0::bigint, 'whose samples are deleted');
select * from finish();
rollback;
