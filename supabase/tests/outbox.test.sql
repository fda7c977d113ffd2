-- E-mails about leads: made with them, within bounds, and given to one server at a time until they are sent.
begin;
select no_plan();
insert into auth.users (id, email) values (tests.id(1), 'customer@example.com'), (tests.id(2), 'administrator@example.com');
update public.profiles set is_admin = true where id = tests.id(2);

create function pg_temp.quote(email text, message text default null, actor text default 'anonymous') returns void language plpgsql as $$
begin
  perform tests.act_as(actor);
  insert into public.leads (name, company, email, phone, message) values ('Vikram', 'Nova', email, '98765', message);
  perform tests.act_as('owner');
end
$$;
create function pg_temp.outbox_of(email text) returns table (kind text, recipient text, state text) language sql as $$
  select kind, recipient, outbox.state from public.outbox join public.leads on leads.id = lead_id where leads.email = outbox_of.email
  order by outbox.kind, recipient
$$;
-- What a server gets, as the secret key's role.
create function pg_temp.claim(batch integer default 5) returns jsonb language plpgsql as $$
declare
  mails jsonb;
begin
  perform set_config('role', 'service_role', true);
  mails := public.claim_mails(batch);
  perform set_config('role', 'none', true);
  return mails;
end
$$;
create function pg_temp.finish(mail uuid, attempt integer, error text default null, is_final boolean default false) returns text language plpgsql as $$
begin
  perform set_config('role', 'service_role', true);
  perform public.finish_mail(mail, attempt, error, is_final);
  perform set_config('role', 'none', true);
  return (select concat_ws(' ', state, last_error, round(extract(epoch from next_attempt_at - now()) / 60)) from public.outbox where id = mail);
end
$$;

-- Made with the lead
select pg_temp.quote('quote@nova.example', 'Soon');
select results_eq(
  $$ select * from pg_temp.outbox_of('quote@nova.example') $$, $$ values ('acknowledgement', 'quote@nova.example', 'queued') $$,
  'a quote request is acknowledged to its buyer'
);
update public.leads set created_at = now() - interval '1 minute' where email = 'quote@nova.example';
select pg_temp.quote('quote@nova.example', 'Soon');
select is((select count(*) from public.outbox), 1::bigint, 'an equal lead makes no second e-mail');
select tests.act_as('customer');
select public.send_inquiry('Asha', 'Nova', 'asha@nova.example', '1', '[{"name": "Mug", "quantity": 400, "note": "Blue", "colours": [{"name": "Navy", "quantity": 400}]}, {"name": "Pen"}]');
select tests.act_as('owner');
select results_eq(
  $$ select * from pg_temp.outbox_of('asha@nova.example') $$, $$ values ('acknowledgement', 'asha@nova.example', 'queued') $$,
  'and so is an inquiry with quantities'
);
insert into public.leads (name, company, email, phone) values ('Old', 'Nova', 'restored@nova.example', '1');
select is_empty($$ select * from pg_temp.outbox_of('restored@nova.example') $$, 'a lead that no caller of the API sent has no e-mails');

-- What a server gets
create temporary table claimed as select mail, (mail ->> 'id')::uuid as id from jsonb_array_elements(pg_temp.claim()) as mail;
grant select on claimed to authenticated;
select is(
  (select mail - array['id', 'created_at', 'reference', 'token'] #- '{lead,id}' #- '{headers,lead}' from claimed where mail ->> 'to' = 'asha@nova.example'),
  '{
    "kind": "acknowledgement", "to": "asha@nova.example", "attempt": 1, "lead": {
      "name": "Asha", "company": "Nova", "email": "asha@nova.example", "phone": "1", "message": null, "erased_at": null, "needed_by": null,
      "budget_per_gift": null, "delivery_city": null, "wants_branding": false,
      "lines": [{"name": "Mug", "quantity": 400, "note": "Blue", "colours": [{"name": "Navy", "quantity": 400}], "product": null}, {"name": "Pen", "quantity": null, "note": null, "colours": null, "product": null}]
    },
    "site": {
      "name": null, "sender_email": null, "contact_email": null, "contact_phone": null, "second_phone": null, "second_phone_label": null,
      "colour_primary": null, "claimed_answer": null, "own_products": 0
    },
    "invitation": null, "event": null, "quotation": null, "reply": null, "digest": null,
    "headers": {"reply_to": "administrator@example.com", "references": []}
  }',
  'a claimed e-mail comes with all that it says'
);
select is(
  (select (mail -> 'lead' ->> 'message') || (mail -> 'lead' -> 'lines') from claimed where mail ->> 'to' = 'quote@nova.example'), 'Soonnull',
  'a quote request has no lines'
);
select matches((select mail ->> 'reference' from claimed limit 1), '^GW-[0-9A-F]{8}$', 'and a reference');
select is(pg_temp.claim(), '[]', 'while it is being sent, no other server gets it');
update public.outbox set next_attempt_at = now() - interval '1 second' where recipient = 'asha@nova.example';
select is(pg_temp.claim() -> 0 -> 'attempt', '2', 'a server that ended in the middle leaves it to another after two minutes');

-- What becomes of it
select is(pg_temp.finish(id, 1, 'EENVELOPE 451'), 'queued 2', 'the failure of an attempt that is over changes nothing')
from claimed where mail ->> 'to' = 'asha@nova.example';
select is(pg_temp.finish(id, 1), 'sent 1', 'but an attempt that is over may have sent it') from claimed where mail ->> 'to' = 'asha@nova.example';
select is(pg_temp.finish(id, 2, 'ETIMEDOUT'), 'sent 1', 'and what is sent stays sent') from claimed where mail ->> 'to' = 'asha@nova.example';
create function pg_temp.fail_on() returns text[] language plpgsql as $$
declare
  waits text[];
  mail constant uuid := (select id from public.outbox where recipient = 'quote@nova.example');
begin
  for attempt in 1..8 loop
    if attempt > 1 then
      update public.outbox set next_attempt_at = now() where id = mail;
      perform pg_temp.claim();
    end if;
    waits := waits || pg_temp.finish(mail, attempt, 'ECONNECTION');
  end loop;
  return waits;
end
$$;
select is(
  pg_temp.fail_on(),
  array[
    'queued ECONNECTION 1', 'queued ECONNECTION 5', 'queued ECONNECTION 15', 'queued ECONNECTION 60', 'queued ECONNECTION 180',
    'queued ECONNECTION 360', 'queued ECONNECTION 720', 'failed ECONNECTION 0'
  ],
  'pauses grow, and the eighth attempt is the last'
);
select tests.act_as('administrator');
select public.retry_mail(id) from claimed;
select tests.act_as('owner');
select is((select mail ->> 'to' from jsonb_array_elements(pg_temp.claim()) as mail), 'quote@nova.example', 'an administrator sends again what failed, and not what was sent');
select is(pg_temp.finish(id, 1, 'EENVELOPE 550', true), 'failed EENVELOPE 550 1', 'a rejection for good is the end') from claimed where mail ->> 'to' = 'quote@nova.example';
update public.outbox set state = 'queued', attempts = 8, last_error = null, next_attempt_at = now() where recipient = 'quote@nova.example';
select is(pg_temp.claim(), '[]', 'an e-mail whose eighth attempt did not end is not sent a ninth time');
update public.outbox set state = 'queued', attempts = 0, last_error = null, next_attempt_at = now() - interval '49 hours' where recipient = 'quote@nova.example';
select is(pg_temp.claim(), '[]', 'and neither is one that no server took for two days');
select is((select concat_ws(' ', state, last_error) from public.outbox where recipient = 'quote@nova.example'), 'failed EXPIRED', 'it has failed');
select is(jsonb_array_length(pg_temp.claim(batch)), 0, 'a batch of ' || batch || ' is none of nothing') from unnest(array[-1, 0, 1000000]) as batch;

-- Bounds
select pg_temp.quote(email, 'Call me ' || n)
from unnest(array['victim@nova.example', 'Victim+1@nova.example', 'VICTIM+a+b@Nova.example']) with ordinality as named (email, n);
select pg_temp.quote('victim+' || n || '@nova.example', 'Again ' || n) from generate_series(10, 60) as n;
select is(
  (select count(*) from public.outbox where recipient ilike 'victim%'), 6::bigint, 'a mailbox gets six acknowledgements a day, however it is written'
);
select is((select count(*) from public.leads where email ilike 'victim%'), 54::bigint, 'and the leads are stored');
select pg_temp.quote(email, n || email)
from unnest(array['v.ictim@gmail.com', 'vi.ctim@googlemail.com', 'vict.im+x@GMAIL.com', 'victim@gmail.com']) as email, generate_series(1, 3) as n;
select is((select count(*) from public.outbox where recipient ilike '%mail.com'), 6::bigint, 'at Gmail dots make no second mailbox');
select throws_ok(
  format('select pg_temp.quote(%L)', email), '23514', null, 'an address that is not written plainly is refused: ' || email
)
from unnest(array[
  '"v\ictim"@nova.example', 'victim@nova.example.', 'victim@bücher.example', 'vic' || chr(8203) || 'tim@nova.example',
  'victim(1)@nova.example', '<victim@nova.example>', 'mailto:victim@nova.example', 'victim@nova.example,', 'victim@[127.0.0.1]'
]) as email;
select tests.act_as('owner');
select pg_temp.quote('person' || n || '@sub' || n || '.catch-all.example') from generate_series(1, 110) as n;
select is(
  (select count(*) from public.outbox where recipient like '%.catch-all.example'), 100::bigint, 'a domain gets a hundred a day with its subdomains'
);
select pg_temp.quote('person' || n || '@yahoo.co.in') from generate_series(1, 110) as n;
select is((select count(*) from public.outbox where recipient like '%@yahoo.co.in'), 110::bigint, 'but not a public mail host');
update public.outbox set state = 'sent' where recipient like 'person%';
select set_eq(
  $$ select wait from private.take_mail('Victim+9@NOVA.example') $$, $$ values (interval '1 day') $$, 'links count with them, and the time to wait is told'
);
select pg_temp.quote('honest@nova.example');
select isnt_empty($$ select * from pg_temp.outbox_of('honest@nova.example') $$, 'another buyer is acknowledged meanwhile');
update private.sent_mails set sent_at = now() - interval '25 hours' where mailbox = 'victim@nova.example';
select pg_temp.quote('victim@nova.example', 'Tomorrow');
select is((select count(*) from public.outbox where recipient = 'victim@nova.example'), 2::bigint, 'on the next day it gets another');

-- Notices
insert into public.site_settings (name, sender_email, contact_email, notice_emails, colour_primary)
values ('Gifts & Co', 'sender@seller.example', 'hello@seller.example', '{sales@seller.example,owner@seller.example}', '#123a6b');
select pg_temp.quote('noticed@nova.example');
select results_eq(
  $$ select * from pg_temp.outbox_of('noticed@nova.example') $$,
  $$
    values ('acknowledgement', 'noticed@nova.example', 'queued'), ('notice', 'owner@seller.example', 'queued'),
      ('notice', 'sales@seller.example', 'queued')
  $$,
  'each address of the seller gets a notice'
);
select is(
  (select mail -> 'site' from jsonb_array_elements(pg_temp.claim(100)) as mail where mail ->> 'to' = 'owner@seller.example'),
  '{"name": "Gifts & Co", "sender_email": "sender@seller.example", "contact_email": "hello@seller.example", "contact_phone": null, "second_phone": null, "second_phone_label": null, "colour_primary": "#123a6b", "claimed_answer": null, "own_products": 0}',
  'an e-mail comes with what the site is called and who sends it'
);
select pg_temp.quote('sales@seller.example');
select is(
  (select count(*) from pg_temp.outbox_of('sales@seller.example')), 3::bigint, 'a seller who sends an inquiry gets both'
);
insert into public.leads (name, company, email, phone) select 'Flood', 'Nova', 'flood@nova.example', n::text from generate_series(1, 500) as n;
insert into public.outbox (lead_id, kind, recipient)
select id, 'notice', 'sales@seller.example' from public.leads where email = 'flood@nova.example';
select pg_temp.quote('flooded@nova.example');
select results_eq(
  $$ select kind, recipient from pg_temp.outbox_of('flooded@nova.example') $$,
  $$ values ('acknowledgement', 'flooded@nova.example'), ('notice', 'owner@seller.example') $$,
  'an address of the seller gets 500 notices an hour at most'
);

-- What administrators are told
delete from public.outbox where true;
create function pg_temp.pulse() returns jsonb language plpgsql as $$
declare
  pulse jsonb;
begin
  perform tests.act_as('administrator');
  pulse := public.mail_pulse();
  perform tests.act_as('owner');
  return pulse;
end
$$;
insert into public.outbox (kind, recipient, state, attempts, created_at, next_attempt_at, last_error) values
  ('data_link', 'new@nova.example', 'queued', 0, now() - interval '14 minutes', now() - interval '9 minutes', null),
  ('data_link', 'sent@nova.example', 'sent', 1, now() - interval '2 days', now() - interval '2 days', null),
  ('data_link', 'old@nova.example', 'failed', 8, now() - interval '8 days', now() - interval '7 days', 'ETIMEDOUT');
select is(
  pg_temp.pulse(), '{"waiting": 0, "waiting_since": null, "unfetched": 0, "failed": 0, "failed_since": null, "error": null}',
  'e-mails of some minutes, and old failures, are no trouble'
);
insert into public.outbox (kind, recipient, state, attempts, created_at, next_attempt_at, last_error) values
  ('data_link', 'refused@nova.example', 'queued', 3, now() - interval '30 minutes', now() + interval '5 minutes', 'EAUTH 535'),
  ('data_link', 'unfetched@nova.example', 'queued', 0, now() - interval '20 minutes', now() - interval '20 minutes', null),
  ('data_link', 'failed@nova.example', 'failed', 1, now() - interval '6 days', now() - interval '6 days', 'EENVELOPE 550');
select is(
  pg_temp.pulse(), jsonb_build_object(
    'waiting', 2, 'waiting_since', now() - interval '30 minutes', 'unfetched', 1,
    'failed', 1, 'failed_since', now() - interval '6 days', 'error', 'EAUTH 535'
  ),
  'what waits too long, what no server fetches and what was given up are counted, with the oldest and the last error'
);

-- Replies and threads
insert into auth.users (id, email) values (tests.id(5), 'sales@example.com');
update public.profiles set is_sales = true where id = tests.id(5);
insert into public.leads (id, name, company, email, phone) values (tests.id(70), 'Mira', 'Nova', 'mira@nova.example', '1');
insert into public.quotations (id, lead_id, number, state, owner_id, owner_email) values
  (tests.id(71), tests.id(70), 'GW2627/0071', 'sent', tests.id(5), 'sales@example.com'), (tests.id(72), tests.id(70), 'GW2627/0072', 'sent', null, 'left@example.com');
insert into public.quotation_versions (id, quotation_id, revision, content, valid_until)
values (tests.id(711), tests.id(71), 1, '{"buyer": {}, "lines": []}', '2999-12-31'), (tests.id(721), tests.id(72), 1, '{"buyer": {}, "lines": []}', '2999-12-31');
insert into public.outbox (id, lead_id, version_id, kind, recipient, created_at)
select tests.id(80 + number), case when version is null then tests.id(70) end, tests.id(version), kind, recipient, now() + make_interval(mins => minute)
from (values
  (4, null, 'acknowledgement', 'mira@nova.example', 0), (1, null, 'notice', 'office@seller.example', 0), (2, 711, 'quotation', 'Mira@nova.example', 2),
  (3, 711, 'quotation_notice', 'sales@example.com', 3), (5, 721, 'quotation', 'mira@nova.example', 5), (6, 711, 'quotation_answer', 'mira@nova.example', 6),
  (7, 711, 'approval', 'cfo@nova.example', 7), (8, null, 'reply', 'mira@nova.example', 8), (9, 711, 'acceptance', 'sales@example.com', 9)
) as listed (number, version, kind, recipient, minute);
create function pg_temp.references_of(number integer) returns integer[] language sql as $$
  select array(select other from jsonb_array_elements_text(private.mail_headers(tests.id(80 + number)) -> 'references') with ordinality as listed (id, position)
    join generate_series(1, 9) as other on tests.id(80 + other)::text = listed.id order by position)
$$;
select is(pg_temp.references_of(number), earlier, format('e-mail %s of the thread goes on after those before it', number)) from (values
  (4, '{}'::integer[]), (1, '{4}'), (2, '{4}'), (3, '{4}'), (5, '{4,2}'), (6, '{4,5,2}'), (7, '{4}'), (8, '{4,2,5,6}'), (9, '{4,3}')
) as thread (number, earlier);
create function pg_temp.reply_to(number integer) returns text language sql as $$ select private.mail_headers(tests.id(80 + number)) ->> 'reply_to' $$;
select is(pg_temp.reply_to(2), 'sales@example.com', 'a quotation is answered to its owner');
select is(pg_temp.reply_to(7), 'sales@example.com', 'also by a colleague');
update public.site_settings set contact_email = null, notice_emails = '{}' where true;
select is(pg_temp.reply_to(5), 'administrator@example.com', 'one without an owner to an administrator, where the site has no address');
insert into public.site_settings (name, notice_emails) values ('Gifts', '{office@seller.example}') on conflict (id) do update set notice_emails = excluded.notice_emails;
select is(pg_temp.reply_to(5), 'office@seller.example', 'else to the address of notices');
update public.site_settings set contact_email = 'hello@seller.example' where true;
select is(pg_temp.reply_to(5), 'hello@seller.example', 'else to the site''s contact');
select is(pg_temp.reply_to(4), 'hello@seller.example', 'and so is an inquiry that no one has');
update public.lead_handling set assigned_to = tests.id(5) where lead_id = tests.id(70);
select is(pg_temp.reply_to(4), 'sales@example.com', 'else to whom it is assigned to');

-- Whom a received e-mail notifies.
create function pg_temp.notified(answered jsonb) returns text language plpgsql as $$
begin
  perform private.receive_mail(answered || jsonb_build_object(
    'sender', 'mira@nova.example', 'message_id', gen_random_uuid(), 'subject', 'Re', 'text', 'Yes', 'is_automatic', false, 'files', '[]'::jsonb
  ));
  return (select string_agg(recipient, ', ') from public.outbox where kind = 'notice' and event_number = (select max(number) from public.lead_events where kind = 'received' and lead_id = tests.id(70)));
end
$$;
insert into auth.users (id, email) values (tests.id(6), 'second@example.com');
update public.profiles set is_sales = true where id = tests.id(6);
update public.lead_handling set assigned_to = tests.id(6) where lead_id = tests.id(70);
select is(pg_temp.notified(answered), told, note) from (values
  (jsonb_build_object('lead', tests.id(70)), 'second@example.com', 'an answer to an inquiry notifies whom it is assigned to'),
  (jsonb_build_object('quotation', tests.id(71)), 'sales@example.com', 'one to a quotation its owner'),
  (jsonb_build_object('quotation', tests.id(72)), 'second@example.com', 'or the lead''s assignee, where it has none')
) as mails (answered, told, note);
update public.profiles set away_until = '2999-01-01', deputy_id = tests.id(6) where id = tests.id(5);
select is(pg_temp.notified(jsonb_build_object('quotation', tests.id(71))), 'second@example.com', 'and the deputy of who is away');
update public.profiles set away_until = null, deputy_id = null where id = tests.id(5);
select is(private.receive_mail(jsonb_build_object('quotation', tests.id(99))), 'unknown', 'a quotation that is gone takes no answer');
select is((select array[mail ->> 'quotation', mail ->> 'lead'] from private.mail_headers(tests.id(82)) as mail), array[tests.id(71), tests.id(70)]::text[], 'the e-mail of a quotation names it, and its lead');
update public.lead_handling set assigned_to = tests.id(5) where lead_id = tests.id(70);
update public.profiles set is_sales = false where id = tests.id(5);
select is(array[pg_temp.reply_to(4), pg_temp.reply_to(2)], '{hello@seller.example,hello@seller.example}', 'who has left the staff gets no replies');

-- Rights
select is(tests.may('customer', 'select public.retry_mail(tests.id(22))'), false, 'a customer sends nothing again');
delete from public.leads where email = 'honest@nova.example';
select is_empty($$ select from public.outbox where recipient = 'honest@nova.example' $$, 'a deleted lead leaves no e-mail');

select * from finish();
rollback;
