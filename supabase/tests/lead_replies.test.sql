-- Replies that the site sends: recorded, sent once, tried again, limited, erased (product.md, section 2, Leads).
begin;
select no_plan();
select tests.set_up();
delete from public.outbox;
delete from public.lead_replies;

create function pg_temp.reply(number integer, subject text default 'Re: Your inquiry', words text default E'  Hello Asha,\n\nWe have them. ', attachments jsonb default '[]') returns bigint
language sql as $$
  select public.reply_to_lead(tests.id(18), tests.id(number), subject, words, attachments)
$$;
create function pg_temp.file(name text, content text) returns jsonb language sql as $$
  select jsonb_build_object('name', name, 'content', encode(content::bytea, 'base64'))
$$;
create function pg_temp.claim(delivers boolean default null) returns jsonb language plpgsql as $$
declare
  mails jsonb;
begin
  perform set_config('role', 'service_role', true);
  mails := public.claim_mails(5, delivers);
  perform set_config('role', 'none', true);
  return mails;
end
$$;
create function pg_temp.finish(error text default null, is_final boolean default false) returns void language plpgsql as $$
begin
  perform set_config('role', 'service_role', true);
  perform public.finish_mail(id, attempts, error, is_final) from public.outbox where kind = 'reply' and state = 'queued';
  perform set_config('role', 'none', true);
end
$$;

-- Who may
select throws_ok(format('select tests.act_as(%L); select pg_temp.reply(60)', actor), '42501', null, 'no reply is sent by the ' || actor)
from unnest(array['anonymous', 'customer']) as actor;
select tests.act_as('customer');
select is(public.delivers_mail(), null, 'a customer is not told whether e-mails are sent');
select is_empty('select from public.lead_replies', 'nor what was answered');

-- A reply is recorded, queued, and answers the lead
select tests.act_as('sales');
select is(public.delivers_mail(), true, 'sales are told that e-mails are sent');
select isnt(pg_temp.reply(60, attachments => jsonb_build_array(pg_temp.file('Prices.pdf', '%PDF-1.7'), pg_temp.file('Lamp.JPG', '\xffd8ffe0'))), null, 'sales send a reply');
select results_eq(
  $$ select subject, text, attachments, kind, value, actor_email from public.lead_replies join public.lead_events on number = event_number $$,
  $$ values ('Re: Your inquiry', E'Hello Asha,\n\nWe have them.', '[{"name": "Prices.pdf", "size": 8}, {"name": "Lamp.JPG", "size": 4}]'::jsonb, 'answered', 'email', 'sales@example.com') $$,
  'it is recorded with the names of its attachments'
);
select results_eq(
  $$ select state, answered_at is not null from public.lead_handling where lead_id = tests.id(18) $$, $$ values ('in_progress', true) $$, 'and the lead is answered'
);
select is(pg_temp.reply(60, 'Another'), (select event_number from public.lead_replies), 'the same reply again answers the same');
select tests.act_as('owner');
select is((select count(*) from public.outbox), 1::bigint, 'and is one e-mail');
select is(
  pg_temp.claim() -> 0 -> 'reply',
  '{"subject": "Re: Your inquiry", "text": "Hello Asha,\n\nWe have them.", "reply_to": "sales@example.com", "files": [{"name": "Prices.pdf", "content": "JVBERi0xLjc="}, {"name": "Lamp.JPG", "content": "/9j/4A=="}]}',
  'the server gets its text, its attachments, and whom it is answered to'
);
select is(pg_temp.claim(), '[]', 'once');

-- What was refused for good is tried again, with its attachments, which are deleted when it is sent
select pg_temp.finish('EENVELOPE 550', true);
select tests.act_as('sales');
select results_eq($$ select state, last_error from public.outbox $$, $$ values ('failed', 'EENVELOPE 550') $$, 'staff read why it could not be sent');
select public.retry_mail(id) from public.outbox;
select tests.act_as('owner');
select is(pg_temp.claim() #>> '{0,reply,files,1,content}', '/9j/4A==', '"Try again" sends its attachments, too');
select pg_temp.finish();
select results_eq(
  'select state, files is null, jsonb_array_length(attachments) from public.outbox join public.lead_replies using (event_number)', $$ values ('sent', true, 2) $$,
  'of a reply that was sent the contents of attachments are deleted, and their names stay'
);

-- Undo is as of every answer
select tests.act_as('sales');
select public.handle_lead(tests.id(18), 'undone', (select event_number::text from public.lead_replies));
select is((select answered_at from public.lead_handling where lead_id = tests.id(18)), null, 'the answer is taken back, and the reply stays recorded');

-- Boundaries
select throws_ok(format('select pg_temp.reply(61, %L, %L)', subject, words), '22023', refusal, refusal)
from (values
  (' ', 'Hello', 'The subject is missing'), (repeat('x', 201), 'Hello', 'The subject may have at most 200 characters'),
  (E'Re\nBcc: all@nova.example', 'Hello', 'The subject must be one line'),
  ('Re', ' ', 'The text is missing'), ('Re', repeat('x', 10001), 'The text may have at most 10000 characters')
) as input (subject, words, refusal);
select throws_ok(format('select pg_temp.reply(61, attachments => %L)', attachments), '22023', refusal, refusal || ': ' || left(attachments::text, 40))
from (values
  ('{}'::jsonb, 'A reply may have at most three attachments'),
  ((select jsonb_agg(pg_temp.file('a.pdf', '%PDF-')) from generate_series(1, 4)), 'A reply may have at most three attachments'),
  (jsonb_build_array(pg_temp.file('a.exe', 'MZ')), 'Attachments must be PDF, PNG, JPEG, XLSX or DOCX files'),
  (jsonb_build_array(pg_temp.file('a.pdf', 'MZ')), 'Attachments must be PDF, PNG, JPEG, XLSX or DOCX files'),
  (jsonb_build_array(pg_temp.file('../a.pdf', '%PDF-')), 'Attachments must be PDF, PNG, JPEG, XLSX or DOCX files'),
  (jsonb_build_array(pg_temp.file('a.docx', '%PDF-')), 'Attachments must be PDF, PNG, JPEG, XLSX or DOCX files'),
  ('[{"name": "a.pdf"}]', 'Attachments must be PDF, PNG, JPEG, XLSX or DOCX files'), ('["a.pdf"]', 'Attachments must be PDF, PNG, JPEG, XLSX or DOCX files'),
  (jsonb_build_array(pg_temp.file('a.pdf', '%PDF-' || repeat('x', 5 * 1024 * 1024))), 'Attachments may have at most 5 MB together')
) as input (attachments, refusal);
select lives_ok(
  format('select pg_temp.reply(62, attachments => %L)', (
    select jsonb_agg(pg_temp.file(name, content)) from (values ('a.png', '\x89504e470d0a1a0a'), ('b.xlsx', 'PK\x0304'), ('c.docx', '\x504b0304')) as allowed (name, content) where name <> 'b.xlsx'
  )), 'other kinds are attached'
);
select tests.act_as('owner');

-- A person sends 60 an hour
insert into public.lead_events (lead_id, actor_id, actor_email, kind, value)
select tests.id(18), tests.id(5), 'sales@example.com', 'answered', 'email' from generate_series(1, 58);
insert into public.lead_replies (event_number, reply, subject, text)
select number, gen_random_uuid(), 'Re', 'Hello' from public.lead_events where kind = 'answered' and number not in (select event_number from public.lead_replies);
select tests.act_as('sales');
select throws_ok('select pg_temp.reply(61)', 'PT429', 'You have sent 60 replies within an hour: wait a little, or use your mail program', 'the 61st within an hour is refused');
select tests.act_as('administrator');
select isnt(pg_temp.reply(61), null, 'and another person still sends');
select tests.act_as('owner');
update public.lead_replies set created_at = now() - interval '61 minutes';
select tests.act_as('sales');
select isnt(pg_temp.reply(63), null, 'an hour later so does the first');

-- Given up
select tests.act_as('owner');
delete from public.outbox;
delete from public.lead_replies;
select tests.act_as('sales');
select pg_temp.reply(number, attachments => jsonb_build_array(pg_temp.file('a.pdf', '%PDF-'))) from generate_series(64, 66) as number;
select tests.act_as('owner');
update public.lead_replies set created_at = now() - case reply when tests.id(66) then interval '6 days' else interval '8 days' end;
update public.outbox set state = 'failed', last_error = 'EENVELOPE 550' where event_number = (select event_number from public.lead_replies where reply = tests.id(64));
select private.purge_expired();
select set_eq(
  'select reply, files is null, state, last_error from public.lead_replies join public.outbox using (event_number)',
  $$ values (tests.id(64), true, 'failed', 'EENVELOPE 550'), (tests.id(65), true, 'failed', 'EXPIRED'), (tests.id(66), false, 'queued', null) $$,
  'attachments are deleted after 7 days, and none waits without them'
);
select tests.act_as('sales');
select throws_ok(
  'select public.retry_mail(id) from public.outbox where state = ''failed'' limit 1', 'PT409', 'Its attachments were deleted after 7 days: write the reply again',
  'so that none is sent without them'
);

-- A site that sends no e-mails
select tests.act_as('owner');
select pg_temp.claim(false);
select pg_temp.claim();
select tests.act_as('sales');
select is(public.delivers_mail(), false, 'a server without an SMTP server says so');
select throws_ok('select pg_temp.reply(67)', 'PT409', 'This site sends no e-mails: answer in your mail program', 'and no reply is taken');
select tests.act_as('owner');
select pg_temp.claim(true);
update public.outbox set state = 'queued', next_attempt_at = now() - interval '9 minutes';
select tests.act_as('sales');
select is(public.delivers_mail(), true, 'until one with an SMTP server does');
select tests.act_as('owner');
update public.outbox set next_attempt_at = now() - interval '11 minutes';
select tests.act_as('sales');
select is(public.delivers_mail(), false, 'what no server fetches for ten minutes is not sent');

-- A person's data
select tests.act_as('owner');
select is(
  (select event -> 'reply' from jsonb_array_elements(private.data_of('asha@meridian.example') #> '{leads,0,history}') as event where event -> 'reply' <> 'null' limit 1),
  '{"subject": "Re: Your inquiry", "text": "Hello Asha,\n\nWe have them.", "attachments": [{"name": "a.pdf", "size": 5}]}', 'a copy has what was answered'
);
select private.erase_leads(array[tests.id(18)]);
select is_empty('select from public.lead_replies union all select from public.outbox', 'and an erasure deletes it, with its e-mail');
select isnt_empty($$ select from public.lead_events where lead_id = tests.id(18) and kind = 'answered' $$, 'while it stays counted as an answer');
select tests.act_as('sales');
select throws_ok('select pg_temp.reply(68)', null, null, 'an erased lead is answered no more');

select * from finish();
rollback;
