-- What has expired is deleted by age, and no session ends.
begin;
select no_plan();
insert into auth.users (id, email, confirmation_token, confirmation_sent_at, recovery_token, recovery_sent_at) values
  (tests.id(1), 'old@example.com', 'confirm-old', now() - interval '49 hours', 'recover-old', now() - interval '49 hours'),
  (tests.id(2), 'new@example.com', 'confirm-new', now() - interval '47 hours', 'recover-new', now() - interval '47 hours');
update auth.users set encrypted_password = 'hash', email_confirmed_at = null where true;
insert into auth.sessions (id, user_id, created_at) select tests.id(n), tests.id(1), now() - interval '2 years' from generate_series(10, 11) as n;
insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, parent, created_at, updated_at)
select token, token, tests.id(1), tests.id(session), revoked, parent, now() - age, now() - age
from (values
  ('first', 10, true, null, interval '400 days'), ('second', 10, true, 'first', interval '300 days'), ('third', 10, false, 'second', interval '200 days'),
  ('revoked 8 days ago', 11, true, null, interval '8 days'), ('revoked 6 days ago', 11, true, null, interval '6 days')
) as tokens (token, session, revoked, parent, age);
insert into auth.audit_log_entries (id, payload, created_at, ip_address)
values (tests.id(20), '{}', now() - interval '366 days', ''), (tests.id(21), '{}', now() - interval '364 days', '');
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at) values
  (tests.id(30), tests.id(1), 'totp', 'verified', now() - interval '1 year'), (tests.id(31), tests.id(1), 'totp', 'unverified', now() - interval '25 hours'),
  (tests.id(32), tests.id(1), 'totp', 'unverified', now());
insert into auth.mfa_challenges (id, factor_id, created_at)
values (tests.id(40), tests.id(30), now() - interval '25 hours'), (tests.id(41), tests.id(30), now());
insert into private.sent_mails (mailbox, sent_at) values ('old@example.com', now() - interval '25 hours'), ('new@example.com', now());
insert into private.missed_search_reports (client, words, reported_at) values ('a', 'old', now() - interval '25 hours'), ('a', 'new', now());
insert into private.sent_leads (network, email, sent_at)
values ('192.0.2.1', 'old@example.com', now() - interval '61 minutes'), ('192.0.2.1', 'new@example.com', now() - interval '59 minutes');
insert into private.released_images values ('1.webp', now() - interval '25 hours'), ('2.webp', now() - interval '23 hours');
insert into public.deleted_records (id, entity, name, record, links, products, deleted_at) values
  (tests.id(50), 'themes', 'Old', '{}', '{}', 0, now() - interval '30 days'), (tests.id(51), 'themes', 'New', '{}', '{}', 0, now() - interval '29 days');
insert into public.record_history (entity, record_id, kind, changed_at) values
  ('themes', tests.id(60), 'deleted', now() - interval '366 days'), ('themes', tests.id(61), 'deleted', now() - interval '364 days');
insert into public.imports (name, options, row_count, created_at) values ('old', '{}', 1, now() - interval '366 days'), ('new', '{}', 1, now());
insert into public.missed_searches (words, searched_at) values ('old', now() - interval '91 days'), ('new', now() - interval '89 days');

select private.purge_expired();
select set_eq(
  'select token::text from auth.refresh_tokens', array['second', 'third', 'revoked 6 days ago'],
  'refresh tokens that were replaced a week ago go, but not the one that a session is renewed by, nor its predecessor'
);
select is((select count(*) from auth.sessions), 2::bigint, 'no session ends');
select results_eq('select id from auth.audit_log_entries', array[tests.id(21)], 'audit rows are stored for a year');
select set_eq('select id from auth.mfa_factors', array[tests.id(30), tests.id(32)], 'a second factor that was never verified goes');
select results_eq('select id from auth.mfa_challenges', array[tests.id(41)], 'and so do challenges');
select results_eq(
  'select confirmation_token::text, recovery_token::text from auth.users order by email', $$ values ('confirm-new', 'recover-new'), ('', '') $$,
  'links of e-mails end for good'
);
select is_empty('select from auth.users where encrypted_password is null', 'which proves no address');
select results_eq('select mailbox from private.sent_mails', array['new@example.com'], 'e-mails of another day no longer count');
select results_eq('select words from private.missed_search_reports', array['new'], 'nor do reports of another day');
select results_eq('select email from private.sent_leads', array['new@example.com'], 'nor leads of another hour');
select results_eq('select name from private.released_images', array['2.webp'], 'an image that was released a day ago is as old as that');
select results_eq('select name from public.deleted_records', array['New'], 'what was deleted 30 days ago can be restored no more');
select results_eq('select record_id from public.record_history', array[tests.id(61)], 'the history is stored for a year');
select results_eq('select name from public.imports', array['new'], 'and so are imports');
select results_eq('select words from public.missed_searches', array['new'], 'missed searches are stored for 90 days');

alter table auth.mfa_challenges rename to elsewhere;
insert into private.sent_mails (mailbox, sent_at) values ('old@example.com', now() - interval '25 hours');
select lives_ok('select private.purge_expired()', 'a table that Auth does not have is passed over');
select is((select count(*) from private.sent_mails), 1::bigint, 'and the others are purged');
select * from finish();
rollback;
