-- Personal data: notices, requests, retention, the access log, and erasure (product.md, section 10).
begin;
select no_plan();
select tests.set_up();

-- The token of a new link that was mailed at that age.
create function pg_temp.link_to(address text, age interval default '0') returns text language plpgsql as $$
declare
  token constant text := replace(gen_random_uuid()::text, '-', '');
begin
  insert into public.outbox (kind, recipient, state, links, created_at)
  values ('data_link', address, 'sent', array[private.link_hash(token)], now() - age);
  return token;
end
$$;

-- Notices.
select is(
  (select string_agg(concat_ws(' ', form, language, version), ', ' order by form, language, version) from public.privacy_notices),
  'comment en 1, comment hi 1, data_request en 1, data_request hi 1, inquiry en 1, inquiry en 2, inquiry hi 1, inquiry hi 2, quotation en 1, quotation hi 1, sign_up en 1, sign_up hi 1',
  'each form begins with a notice in English and Hindi, that of inquiries with a second one'
);
select is_empty(
  $$ select form, language from public.privacy_notices where text not like '%{site}%' or text not like '%{grievance}%' or text !~ '(90 days|90 दिनों)' $$,
  'which says who is responsible, and how to complain'
);
update public.site_settings set grievance_contact = 'Meera Iyer, Grievance Officer' where true;
select tests.act_as('anonymous');
select is(
  (select string_agg(notice ->> 'language', ', ') from json_array_elements(public.privacy_notices_of('inquiry')) as notice), 'en, hi',
  'anyone reads them, English first'
);
select ok(
  public.privacy_notices_of('inquiry') #>> '{0,text}' like '%Meridian Gifts is responsible%' and public.privacy_notices_of('inquiry')::text like '%Meera Iyer%'
    and public.privacy_notices_of('inquiry')::text not like '%{%site}%',
  'with the site and the contacts filled in'
);
select is(public.site_details() ->> 'grievance_contact', 'Meera Iyer, Grievance Officer', 'and the contact for grievances stands on every page');
select is(public.privacy_notices_of('none')::text, '[]', 'another form has none');
select tests.act_as('administrator');
select is(public.save_privacy_notice('inquiry', 'en', ' We ask for little. '), 3, 'a changed text is a new version');
select is(public.save_privacy_notice('inquiry', 'en', 'We ask for little.'), 3, 'the same text is not');
select is(public.save_privacy_notice('inquiry', 'mr', 'आम्ही थोडेच विचारतो.'), 1, 'another language has its own versions');
select throws_ok($$ select public.save_privacy_notice('none', 'en', 'Text') $$, '23514', null, 'a form that is none has no notice');
select throws_ok($$ select public.save_privacy_notice('inquiry', 'English', 'Text') $$, '23514', null, 'nor has a language that is none');
select is(
  (select string_agg(concat_ws(' ', notice ->> 'language', notice ->> 'version'), ', ') from json_array_elements(public.privacy_notices_of('inquiry')) as notice),
  'en 3, hi 2, mr 1', 'the last version is shown'
);

select tests.act_as('anonymous');
select lives_ok($$ select public.send_inquiry('Ravi', 'Nova', 'ravi@nova.example', '1', '[{"name": "Mug"}]', notice => '{"version": 1, "language": "en"}', marketing_consent => true) $$, 'an inquiry carries the notice that was shown, also an older one');
select tests.act_as('owner');
update public.leads set created_at = now() - interval '1 minute' where email = 'ravi@nova.example';
select tests.act_as('anonymous');
select lives_ok($$ select public.send_inquiry('Ravi', 'Nova', 'ravi@nova.example', '1', '[{"name": "Mug"}]', notice => '{"version": 2, "language": "en"}', marketing_consent => true) $$, 'the same one again');
select lives_ok($$ select public.send_inquiry('Ravi', 'Nova', 'new@nova.example', '1', '[{"name": "Mug"}]', notice => '{"version": 99, "language": "en"}') $$, 'an unknown notice stops no inquiry');
select tests.act_as('owner');
select results_eq(
  $$ select email, notice_version, notice_language, notice_at is not null, marketing_consent from public.leads where email like '%@nova.example' order by email desc $$,
  $$ values ('ravi@nova.example', 1, 'en', true, true), ('new@nova.example', null, null, false, false) $$,
  'the version and the time are stored with the lead, an equal lead is stored once, and consent is never assumed'
);
insert into auth.users (id, email, raw_user_meta_data) values
  (tests.id(61), 'read@nova.example', '{"notice_version": 1}'), (tests.id(62), 'odd@nova.example', '{"notice_version": "x"}');
select results_eq(
  $$ select notice_version, notice_at is not null from public.profiles where id in (tests.id(61), tests.id(62)) order by id $$,
  $$ values (1, true), (null, false) $$, 'an account has the version that was shown at sign-up'
);

-- Links to a person's data.
delete from private.sent_mails where true;
select tests.act_as('anonymous');
select is(public.request_my_data('nobody@nova.example')::text, public.request_my_data(' RAVI@nova.example ')::text, 'any address is answered the same');
select lives_ok($$ select public.request_my_data(address) from unnest(array['no address', '', null]) as address $$, 'and so is what is none');
select public.request_my_data(address) from unnest(array['ravi@nova.example', 'nobody@nova.example']) as address, generate_series(1, 4);
select tests.act_as('owner');
select is((select count(*) from public.outbox where kind = 'data_link' and recipient ilike 'ravi@%'), 3::bigint, 'a mailbox gets three links an hour');
select is_empty($$ select from public.outbox where recipient = 'nobody@nova.example' $$, 'of whom nothing is stored gets none');
select results_eq(
  $$ select mailbox, count(*) from private.sent_mails group by 1 order by 1 $$, $$ values ('nobody@nova.example', 5::bigint), ('ravi@nova.example', 5) $$,
  'the e-mails of a day are counted of any address alike'
);
select set_config('tests.token', (
  select mail ->> 'token' from jsonb_array_elements(public.claim_mails(100)) as mail where mail ->> 'kind' = 'data_link' limit 1
), true);
select tests.act_as('anonymous');
select is(public.open_my_data(current_setting('tests.token')) #>> '{leads,0,email}', 'ravi@nova.example', 'the link of the e-mail opens what is stored');
select throws_ok($$ select public.open_my_data(repeat('0', 64)) $$, 'PT404', null, 'no other token does');
select tests.act_as('owner');
select set_config('tests.old', pg_temp.link_to('ravi@nova.example', '49 hours'), true);
select throws_ok($$ select public.open_my_data(current_setting('tests.old')) $$, 'PT404', null, 'after 48 hours it has ended');
select public.open_my_data(current_setting('tests.token'));
select is((select count(*) from public.privacy_requests where kind = 'copy' and email ilike 'ravi@nova.example' and state = 'done'), 1::bigint, 'a copy is noted once a day');
select ok(
  private.data_of('asha@meridian.example')::text not like '%administrator@example.com%' and private.data_of('asha@meridian.example')::text not like '%sales@example.com%',
  'the seller''s people are not named in a copy'
);

-- A draft of another version, and what only the seller reads.
insert into public.quotation_versions (id, quotation_id, revision, content, valid_until)
values (tests.id(431), tests.id(42), 2, '{"buyer": {"email": "asha@meridian.example"}, "lines": [{"quantities": [{"price_paise": 424242}]}]}', '2999-12-31');
insert into public.quotation_events (quotation_id, version_id, kind, actor_id, actor_name, value) values
  (tests.id(42), null, 'revised', tests.id(5), 'Sales', '{"revision": 2}'), (tests.id(42), tests.id(43), 'comment', tests.id(5), 'Sales', '{"text": "Yes, in blue"}'),
  (tests.id(42), tests.id(43), 'withdrawn', tests.id(5), 'Sales', '{"text": "Pays late"}'),
  (tests.id(42), tests.id(43), 'comment', null, 'Kavi', '{"by": "approver", "text": "Ask Kavi at 98111", "email": "kavi@meridian.example"}'),
  (tests.id(42), tests.id(43), 'declined', null, 'Asha', '{"by": "buyer", "reason": "price"}');
insert into public.lead_events (lead_id, actor_id, actor_email, kind, value) values (tests.id(18), tests.id(5), 'sales@example.com', 'state', 'spam');
select ok(
  private.data_of('asha@meridian.example')::text !~ '424242|place_reason|is_pharmaceutical|Pays late|spam|revised|"discount_limit"|kavi@', 'nor is what was not sent'
);
select is(
  (select jsonb_agg(quotation ->> 'number' || ' ' || jsonb_array_length(quotation -> 'versions') order by quotation ->> 'number')
    from jsonb_array_elements(private.data_of('asha@meridian.example') -> 'quotations') as quotation),
  '["GW2627/9001 1", "GW2627/9002 1"]', 'what was sent is there'
);
select is(
  (select jsonb_agg(event ->> 'kind' || coalesce(' ' || (event #>> '{value,text}'), '')) from jsonb_array_elements(private.data_of('asha@meridian.example') #> '{quotations,0,history}') as event),
  '["comment Yes, in blue", "withdrawn", "comment Ask Kavi at 98111", "declined"]', 'with what both sides have said'
);
delete from public.lead_events where value = 'spam' or value like 'Quotation %';
delete from public.quotation_versions where id = tests.id(431);

-- What a colleague has written is the colleague's.
insert into public.quotation_links (quotation_id, version_id, purpose, hash, email) values (tests.id(42), tests.id(43), 'approval', private.link_hash(repeat('8', 64)), 'Kavi@meridian.example');
select is(
  (select jsonb_agg(approval #>> '{value,text}') from jsonb_array_elements(private.data_of('Kavi@meridian.example') -> 'approvals') as approval), '["Ask Kavi at 98111"]',
  'a colleague''s comments are in their copy'
);
select is(private.is_address_stored('kavi@meridian.example'), true, 'which they may ask for');
select is(private.erase_address('kavi@meridian.example', false, 'the person') -> 'approvals', '1', 'and are erased with them');
select is_empty($$ select from public.quotation_events where value::text like '%98111%' union all select from public.quotation_links where email ilike 'kavi@%' $$, 'whole');

-- Requests.
select tests.act_as('anonymous');
select lives_ok($$ select public.ask_about_my_data(current_setting('tests.token'), 'nomination', 'My sister Zubeida') $$, 'a person asks by the link');
select throws_ok($$ select public.ask_about_my_data(current_setting('tests.token'), 'copy', 'Please') $$, '22023', null, 'only what cannot be had at once');
select throws_ok($$ select public.ask_about_my_data(current_setting('tests.token'), 'grievance', ' ') $$, '22023', null, 'with a text');
select public.ask_about_my_data(current_setting('tests.token'), 'correction', 'Number ' || n) from generate_series(1, 8) as n;
select throws_ok($$ select public.ask_about_my_data(current_setting('tests.token'), 'grievance', 'More') $$, 'PT429', null, 'ten times a day at most');
select tests.act_as('administrator');
select is(
  (select due_on - (created_at at time zone 'Asia/Kolkata')::date from public.privacy_requests where kind = 'nomination'), 90, 'the clock is of 90 days'
);
select set_config('tests.request', public.open_privacy_request('erasure', 'letter@nova.example', 'By letter')::text, true);
select tests.act_as('owner');
update public.privacy_requests set due_on = (now() at time zone 'Asia/Kolkata')::date - 1 where id = current_setting('tests.request')::uuid;
select tests.act_as('administrator');
select is(public.privacy_pulse(), '{"open": 11, "overdue": 1}', 'open and overdue requests are counted');
select throws_ok($$ select public.close_privacy_request(current_setting('tests.request')::uuid, 'refused') $$, '22023', null, 'a refusal needs an answer');
select public.close_privacy_request(current_setting('tests.request')::uuid, 'done', 'Deleted.');
select results_eq(
  $$ select state, answer, closed_by, closed_at is not null from public.privacy_requests where id = current_setting('tests.request')::uuid $$,
  $$ values ('done', 'Deleted.', 'administrator@example.com', true) $$, 'a closed request says who has answered what'
);
select throws_ok($$ select public.close_privacy_request(current_setting('tests.request')::uuid, 'done') $$, 'PT409', null, 'and is closed once');
select is(public.privacy_pulse() ->> 'overdue', '0', 'then it is no longer overdue');

-- The access log.
select tests.act_as('sales');
select public.record_access('opened', array[tests.id(18), tests.id(99)]);
select public.record_access('exported', array(select tests.id(18) from generate_series(1, 101)));
select public.record_access('exported', '{}');
select throws_ok($$ select public.record_access('erased', '{}') $$, '22023', null, 'nobody notes an erasure by hand');
select tests.act_as('administrator');
select results_eq(
  $$ select action, lead_id, leads, actor_email from public.access_log where number > (select min(number) from public.access_log) and leads > 0 order by number $$,
  $$ values ('opened', tests.id(18), 1, 'sales@example.com'), ('exported', null, 101, 'sales@example.com') $$,
  'who has read which lead is noted, and of more than a hundred how many'
);
select is((select count(*) from public.access_log where action = 'exported' and leads = 0 and actor_email = 'sales@example.com'), 1::bigint, 'an export without a lead, too');
select is((select count(*) from public.access_log where lead_ids @> array[tests.id(18)]), 1::bigint, 'and which');

-- Of a person who has sent nothing.
select tests.act_as('owner');
select private.contact_of('Alone@nova.example');
select tests.act_as('administrator');
select public.person_data('alone@nova.example');
select results_eq(
  $$ select action, lead_id, leads, email from public.access_log join public.contacts on contacts.id = contact_id order by number desc limit 1 $$,
  $$ values ('opened', null::uuid, 0, 'Alone@nova.example') $$, 'and whose data was read, also without a lead'
);
select is(public.affected_people(now() - interval '1 hour', now() + interval '1 hour', '{access_log}') -> 0 ->> 'email', 'alone@nova.example', 'who is affected, too');
select tests.act_as('owner');
select private.erase_address('alone@nova.example', false, 'x');
select is_empty($$ select from public.access_log join public.contacts on contacts.id = contact_id where lead_id is null and leads = 0 $$, 'until the erasure');
select tests.act_as('administrator');

-- Who is affected.
select is(
  public.affected_people(now() - interval '1 hour', now() + interval '1 hour', '{leads,quotations,access_log}') -> 0,
  '{"email": "asha@meridian.example", "name": "Asha Rao", "tables": ["access_log", "leads", "quotations"], "rows": 7}',
  'a person affected by a time and tables is listed once, with them'
);
select tests.act_as('owner');
delete from public.access_log where lead_ids is null;
select tests.act_as('administrator');
select is(
  public.affected_people(now() - interval '1 hour', now() + interval '1 hour', '{access_log}') -> 0,
  '{"email": "asha@meridian.example", "name": "Asha Rao", "tables": ["access_log"], "rows": 1}', 'also by an export of more than a hundred leads'
);
select is(public.affected_people(now() - interval '2 days', now() - interval '1 day', '{leads,accounts,outbox}'), '[]', 'another time affects none');
select throws_ok($$ select public.affected_people(now(), now(), '{settings}') $$, '22023', null, 'nor are there other tables');

-- Erasure of an inquiry by its link.
select tests.act_as('owner');
update public.seller_profile set kept_years = null where true;
select is(
  private.erase_address('asha@meridian.example', true, '') - '{emails,requests,sign_ins,approvals,views,favourites,accounts}'::text[],
  '{"leads": 1, "quotations": 3, "kept": 1, "kept_paise": 2000000}', 'the question before an erasure has the sum of what was accepted'
);
insert into public.lead_events (lead_id, actor_id, actor_email, kind, value) values
  (tests.id(18), tests.id(5), 'sales@example.com', 'note', 'Asha likes blue'), (tests.id(18), null, 'Asha@meridian.example', 'added', 'Call Asha');
select tests.act_as('anonymous');
select is(public.inquiry_data('00000000000000000000000000000018') ->> 'phone', '+91 98 1234', 'the link gives a copy of the inquiry');
select is(
  (public.open_inquiry('00000000000000000000000000000018') -> 'accepted_quotations')::jsonb, '[{"number": "GW2627/9002", "total_paise": 2000000}]', 'its page says what was accepted'
);
select tests.act_as('owner');
update public.leads set marketing_consent = true where id = tests.id(18);
select tests.act_as('anonymous');
select throws_ok($$ select public.take_back_consent('00000000000000000000000000000019') $$, 'PT404', null, 'another token takes no consent back');
select is(public.open_inquiry('00000000000000000000000000000018') ->> 'marketing_consent', 'true', 'the page says that its sender agreed to offers');
select public.take_back_consent('00000000000000000000000000000018');
select is(public.open_inquiry('00000000000000000000000000000018') ->> 'marketing_consent', 'false', 'who takes it back by the link');
select tests.act_as('owner');
-- The e-mail's link of the same inquiry, and one of a quotation that is not accepted.
update public.outbox set links = array[private.link_hash('00000000000000000000000000000028')] where kind = 'acknowledgement' and lead_id = tests.id(18);
update public.quotation_links set hash = private.link_hash('00000000000000000000000000000038')
where id = (select id from public.quotation_links where ended_at is null limit 1);
select tests.act_as('anonymous');
select is(
  public.delete_inquiry_details('00000000000000000000000000000018'), '{"leads": 1, "quotations": 3, "kept": 1}', 'and deletes its details'
);
select throws_ok($$ select public.delete_inquiry_details('00000000000000000000000000000018') $$, 'PT409', 'The details of this inquiry are already deleted.', 'once');
select isnt(public.open_inquiry(token) ->> 'erased_at', null, 'its page says so, by each of its links: ' || token)
from unnest(array['00000000000000000000000000000018', '00000000000000000000000000000028']) as token;
select throws_ok(
  $$ select public.open_quotation('00000000000000000000000000000038') $$, 'PT404', 'This quotation was deleted with the details of its buyer.', 'and so does a link of a quotation'
);
select throws_ok($$ select public.open_inquiry('00000000000000000000000000000029') $$, 'PT404', 'This link does not open an inquiry. It may have ended or been cut off.', 'but no token that was none');
select throws_ok($$ select public.add_to_inquiry('00000000000000000000000000000018', '[{"name": "Mug"}]') $$, '22023', null, 'and takes no more');
select tests.act_as('owner');
select results_eq(
  $$ select name, company, email, phone, message, state, erased_at is not null from public.leads join public.lead_handling on lead_id = id where id = tests.id(18) $$,
  $$ values ('erased', 'erased', 'erased@erased.invalid', 'erased', null, 'withdrawn', true) $$, 'the lead stays without details, withdrawn'
);
select results_eq(
  $$ select kind, actor_email, value from public.lead_events where lead_id = tests.id(18) order by number $$,
  $$ values ('opened', 'administrator@example.com', null), ('note', 'sales@example.com', 'erased'), ('added', 'erased', 'erased'), ('state', 'erased', 'withdrawn') $$,
  'its history stays without personal text'
);
select results_eq(
  'select name, quantity, note from public.lead_items where lead_id = tests.id(18)', $$ values ('Copper bottle', 400, null::text) $$, 'and so do its lines, which are counted'
);
select results_eq(
  'select number, lead_id, erase_on is not null from public.quotations', $$ values ('GW2627/9002', null::uuid, true) $$,
  'of its quotations the legal copy of the accepted one stays'
);
select is((select erase_on - private.day_in_india(now()) between 2921 and 2923 from public.quotations), true, 'for eight years, where the owner has set none');
update public.seller_profile set kept_years = 8 where true;
select tests.act_as('sales');
select throws_ok('select public.' || statement, 'PT409', 'The buyer''s details were erased: the legal copy of this quotation can only be printed', statement || ' does nothing with it')
from (select replace(action, 'ID', quote_literal(tests.id(44))) as statement from unnest(array[
  'save_quotation(ID, ''{}'', ''2999-12-31'', 0)', 'revise_quotation(ID)', 'discard_quotation_draft(ID)', 'duplicate_quotation(ID)', 'send_quotation(ID, 0)',
  'extend_quotation(ID, ''2999-12-31'')', 'withdraw_quotation(ID, ''No'')', 'accept_quotation_for_buyer(ID, ''{}'', ''A'', ''B'')', 'reopen_quotation(ID, ''No'')',
  'link_quotation(ID)', 'end_quotation_links(ID)', 'answer_quotation(ID, ''Hello'')'
]) as action) as actions;
select is(public.quotation_details(tests.id(44)) #>> '{quotation,number}', 'GW2627/9002', 'it is read');
select is(public.find_quotations(words)::text, null, 'and not found by the person''s ' || words) from unnest(array['Asha', 'asha@meridian.example']) as words;
select is((select company || coalesce(name, '') from public.find_quotations('9002')), 'Meridian', 'but by its number');
select tests.act_as('owner');
update public.quotation_versions set accepted = accepted || jsonb_build_object('at', now()) where id = tests.id(45);
select tests.act_as('sales');
select is(
  (select month - 'month' from jsonb_array_elements(public.quotation_totals() -> 'won') as month order by month ->> 'month' desc limit 1), '{"paise": 2000000, "count": 1}',
  'and its sum stays in the figures'
);
select tests.act_as('owner');
select results_eq(
  'select kind, recipient from public.outbox where lead_id = tests.id(18)', $$ values ('notice', 'sales@meridian.example') $$, 'its e-mails are gone, and the seller is told'
);
select tests.act_as('sales');
select throws_ok($$ select public.handle_lead(tests.id(18), 'note', 'Call again') $$, '22023', 'The details of this inquiry were erased', 'the seller writes nothing to it');
select throws_ok($$ select public.draft_quotation(tests.id(18)) $$, '22023', null, 'and quotes nothing');

-- Erasure of a person.
select tests.act_as('owner');
select throws_ok($$ select private.erase_address('Sales@example.com', false, '') $$, '22023', null, 'who may use the back office is not erased');
insert into auth.users (id, email) values (tests.id(63), 'ravi@nova.example');
insert into public.list_views (owner_id, list, name, settings) values (tests.id(5), 'leads', 'His', '{"search": "ravi@nova.example"}'), (tests.id(5), 'leads', 'Another''s', '{"search": "tiravi@nova.example"}');
select tests.act_as('administrator');
select public.person_data('Ravi@Nova.example');
select results_eq(
  $$ select action, actor_email, lead_id = (select id from public.leads where email = 'ravi@nova.example') from public.access_log order by number desc limit 1 $$,
  $$ values ('opened', 'administrator@example.com', true) $$, 'the access log says who read what is stored of a person'
);
select is(public.erase_person('Ravi@Nova.example', true) - '{emails,sign_ins}'::text[], '{"leads": 1, "quotations": 0, "kept": 0, "approvals": 0, "accounts": 1, "favourites": 0, "views": 0, "requests": 10}', 'a dry run counts');
select is((select count(*) from public.leads where email = 'ravi@nova.example'), 1::bigint, 'and erases nothing');
select public.erase_person('Ravi@Nova.example', false);
select is(public.person_data('ravi@nova.example') - 'email', (
  select jsonb_object_agg(key, '[]'::jsonb) from jsonb_object_keys(public.person_data('ravi@nova.example') - 'email') as key
), 'then nothing is stored');
select results_eq(
  $$ select action, actor_email, leads from public.access_log order by number desc limit 1 $$, $$ values ('erased', 'administrator@example.com', 1) $$, 'the access log says by whom'
);
select tests.act_as('owner');
select is_empty($$ select from public.privacy_requests where email ilike 'ravi@nova%' or text like '%Zubeida%' or (email = 'erased' and state = 'open') $$, 'requests have no text of the person, and none stays open');
select is_empty($$ select from auth.users where email = 'ravi@nova.example' union all select from public.list_views where name = 'His' $$, 'nor has anything else');
select is((select count(*) from public.list_views where name = 'Another''s'), 1::bigint, 'a view of another address stays');
select set_eq(
  $$ select word from private.erased_among('{ravi@nova.example,RAVI@nova.example,other@nova.example,GW-00000000,GW2627/9001}') $$,
  array['ravi@nova.example', 'RAVI@nova.example', 'GW-00000000', 'GW2627/9001'],
  'the server is told which addresses and references were erased'
);
select is_empty($$ select from private.erased_addresses where hash = encode(sha256('ravi@nova.example'), 'hex') $$, 'by keyed hashes, which cannot be guessed');

-- Retention.
create function pg_temp.lead_of(number integer, state text, age interval) returns void language sql as $$
  insert into public.leads (id, name, company, email, phone, created_at)
  values (tests.id(number), 'Mira', 'Nova', 'mira' || number || '@nova.example', '1', now() - age - interval '10 days');
  insert into public.lead_events (lead_id, actor_email, kind, value, created_at) select tests.id(number), 'sales@example.com', 'state', state, now() - age where state <> 'new';
  select private.derive_handling(tests.id(number));
$$;
select pg_temp.lead_of(number, state, age) from (values
  (70, 'won', interval '31 days'), (71, 'won', interval '29 days'), (72, 'lost', interval '31 days'), (73, 'new', interval '31 days'),
  (74, 'quoted', interval '31 days'), (75, 'spam', interval '31 days')
) as lead (number, state, age);
create function pg_temp.whole_leads() returns text language sql as $$
  select string_agg(substr(email, 5, 2), ' ' order by email) from public.leads where email like 'mira%'
$$;
select private.purge_expired();
select is(pg_temp.whole_leads(), '70 71 72 73 74 75', 'leads are stored for ever until the owner decides');
select tests.act_as('administrator');
select public.save_retention('won', 30);
select public.save_retention('unanswered', 30, true);
select throws_ok($$ select public.save_retention('searches', 0) $$, '22023', null, 'a number of days is positive');
select throws_ok($$ select public.save_retention('none', 1) $$, '22023', null, 'of a kind that is stored');
select throws_ok($$ select public.save_retention('logs', 1, true) $$, '23514', null, 'and only persons of leads are warned');
select is(
  (select jsonb_agg(retained - '{warns,last_run_at}'::text[]) from jsonb_array_elements(public.retention_due()) as retained where retained ->> 'kind' in ('won', 'lost', 'unanswered', 'mail_files')),
  jsonb_build_array(
    jsonb_build_object('kind', 'unanswered', 'days', 30, 'due_now', 2, 'next_on', (now() at time zone 'Asia/Kolkata')::date),
    jsonb_build_object('kind', 'lost', 'days', null, 'due_now', 0, 'next_on', null),
    jsonb_build_object('kind', 'won', 'days', 30, 'due_now', 1, 'next_on', (now() at time zone 'Asia/Kolkata')::date),
    jsonb_build_object('kind', 'mail_files', 'days', 90, 'due_now', null, 'next_on', null)
  ), 'what is due is counted, with the next day'
);
select is(
  (select jsonb_agg(jsonb_build_array(retained -> 'kind', retained -> 'due_now')) from jsonb_array_elements(public.retention_due('lost', 30)) as retained),
  '[["lost", 1]]', 'and what other days would make due, before they are saved'
);
select tests.act_as('owner');
select private.purge_expired();
select is(pg_temp.whole_leads(), '71 72 73 74', 'what is over is erased by kind, spam unwarned, and nothing that is open');
select results_eq(
  $$ select recipient from public.outbox where kind = 'erasure_warning' $$, $$ values ('mira73@nova.example') $$, 'a person is warned once'
);
select private.purge_expired();
select is(pg_temp.whole_leads(), '71 72 73 74', 'and erased not before');
update public.outbox set created_at = now() - interval '49 hours' where kind = 'erasure_warning';
select private.purge_expired();
select is(pg_temp.whole_leads(), '71 72 74', '48 hours have passed');
select is((select count(*) from public.retention where last_run_at is not null), 6::bigint, 'it says when it was last carried out');
select tests.act_as('administrator');
select is(
  (select retained ->> 'next_on' from jsonb_array_elements(public.retention_due()) as retained where retained ->> 'kind' = 'won'), ((now() + interval '1 day') at time zone 'Asia/Kolkata')::date::text,
  'and when the next is due'
);
select tests.act_as('owner');
update public.access_log set at = now() - interval '366 days' where action = 'exported';
select private.purge_expired();
select is_empty($$ select from public.access_log where action = 'exported' $$, 'the access log is stored for a year');

delete from public.missed_searches;
delete from public.daily_counts where kind in ('searched', 'not_found', 'search_chosen');
create function pg_temp.searches_due() returns text language sql as $$
  select format('%s due, next on %s', retained ->> 'due_now', coalesce(retained ->> 'next_on', 'no day')) from jsonb_array_elements(public.retention_due('searches', 30)) as retained
$$;
select tests.act_as('administrator');
select is(pg_temp.searches_due(), '0 due, next on no day', 'where nothing is stored, nothing is due on any day');
select public.save_retention('searches', 30);
select tests.act_as('owner');
insert into public.daily_counts (day, kind, key, number) values
  (private.day_in_india(now()) - 31, 'searched', 'mug', 1), (private.day_in_india(now()) - 31, 'searched', '', 1), (private.day_in_india(now()) - 30, 'not_found', 'drone', 1);
select tests.act_as('administrator');
select is(pg_temp.searches_due(), format('1 due, next on %s', (now() at time zone 'Asia/Kolkata')::date), 'words that were counted are stored as long as searches');
select tests.act_as('owner');
select private.purge_expired();
select results_eq(
  $$ select key from public.daily_counts where kind in ('searched', 'not_found') order by key $$, $$ values (''::text collate "C"), ('drone') $$,
  'and their numbers without words stay'
);

create function pg_temp.logs_due() returns text language sql as $$
  select retained ->> 'due_now' from jsonb_array_elements(public.retention_due('logs', 400)) as retained
$$;
select tests.act_as('administrator');
select is(pg_temp.logs_due(), '0', 'no log is older than 400 days');
select tests.act_as('owner');
insert into auth.audit_log_entries (id, created_at, payload) values (gen_random_uuid(), now() - interval '401 days', '{}');
insert into public.privacy_requests (kind, email, due_on, state, created_at, closed_at)
values ('copy', 'mira@nova.example', private.day_in_india(now()), 'done', now() - interval '500 days', now() - interval '401 days'), ('copy', 'mira@nova.example', private.day_in_india(now()), 'open', now() - interval '500 days', null);
select tests.act_as('administrator');
select is(pg_temp.logs_due(), '2', 'a sign-in and a closed request are counted as they are deleted');
select public.save_retention('logs', 400);
select is(notice ->> 'text' like '%deleted 400 days after%', true, 'and the notice says for how long requests are stored') from json_array_elements(public.privacy_notices_of('data_request')) as notice where notice ->> 'language' = 'en';
select tests.act_as('owner');
select private.purge_expired();
select tests.act_as('administrator');
select is(pg_temp.logs_due(), '0', 'which are these two');
select public.save_retention('logs', null);
select is_empty($$ select from json_array_elements(public.privacy_notices_of('data_request')) as notice where notice ->> 'text' ~ '{requests}|400' $$, 'and that they stay, where the owner says so');

-- Erasure by a person's own link.
select tests.act_as('owner');
create temporary table own_links as select pg_temp.link_to('mira74@nova.example') as first, pg_temp.link_to('mira74@nova.example') as other;
grant select on own_links to anon;
select tests.act_as('anonymous');
select is((select public.erase_my_data(first) -> 'leads' from own_links), '1', 'a person erases what is stored by a link');
select is((select public.erase_my_data(first) -> 'leads' from own_links), '1', 'and gets the same answer again, where the first was lost');
select throws_ok($$ select public.open_my_data(token) from own_links, unnest(array[first, other]) as token $$, 'PT409', 'Everything that we stored about your address is deleted.', 'each of the links says so');
select throws_ok($$ select public.erase_my_data(repeat('0', 64)) $$, 'PT404', null, 'another token erases nothing');

-- Codes.
select tests.act_as('owner');
select isnt(private.acceptance_code_hash(tests.id(1), 'ABCD1234'), private.link_hash(tests.id(1)::text || 'ABCD1234'), 'the hash of a code is no plain one');
select is(private.acceptance_code_hash(tests.id(1), 'abcd-1234'), private.acceptance_code_hash(tests.id(1), 'ABCD1234'), 'of any writing');
create temporary table code as select private.acceptance_code_hash(tests.id(1), 'ABCD1234') as hash;
update private.settings set value = repeat('x', 72) where name = 'hash_secret';
select isnt(private.acceptance_code_hash(tests.id(1), 'ABCD1234'), (select hash from code), 'and depends on the database''s secret');

select * from finish();
rollback;
