-- One normalisation of e-mail addresses, limits by it, and the purge of what has expired.
select set_config('lock_timeout', '5s', true);

-- Whether the site sends e-mails to an address: written plainly, and with a host in ASCII. Quotes, comments, invisible
-- characters and a dot at the end would give a mailbox more spellings. The forms take off what pasting brings, and convert
-- hosts (email-address.ts).
create function private.is_deliverable(address text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(
    char_length(address) <= 254 and address = normalize(address, nfkc)
    and address ~ '^[^\s@"\\()<>\[\],;:\u0001-\u001f\u007f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$',
    false
  )
$$;

create or replace function private.normalized_mailbox(address text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    else name || '@' || domain
  end
  from (
    select
      regexp_replace(regexp_replace(lower(address), '@[^@]*$', ''), '(.)\+.*$', '\1') as name,
      rtrim(substring(lower(address) from '[^@]*$'), '.') as domain
  ) as parts
$$;
-- It holds what the former function returned.
reindex index public.outbox_of_mailbox;

create table private.sent_mails (
  id uuid primary key default gen_random_uuid(),
  mailbox text not null,
  domain text,
  sent_at timestamptz not null default now()
);
comment on table private.sent_mails is 'E-mails of the last day that anyone could cause: acknowledgements, and those of sign-ups and links.';
comment on column private.sent_mails.domain is 'Without subdomains; null at a public mail host, where strangers share one.';
create index sent_mails_of_mailbox on private.sent_mails (mailbox, sent_at);
create index sent_mails_of_domain on private.sent_mails (domain, sent_at);
alter table private.sent_mails enable row level security;
revoke all on private.sent_mails from public, anon, authenticated, service_role;

-- Takes one of the e-mails that anyone may cause to an address in a day: six for its mailbox, and a hundred for its domain
-- unless that is a public mail host. Returns its id, by which it is given back; or the time to wait; or neither for an
-- address that is not deliverable.
create function private.take_mail(address text, out taken uuid, out wait interval)
language plpgsql set search_path = ''
as $$
declare
  day constant interval := interval '1 day';
  until constant timestamptz := now() + interval '1 minute'; -- later ones are from a clock that was wrong
  to_mailbox text;
  to_domain text;
begin
  if not private.is_deliverable(address) then
    return;
  end if;
  to_mailbox := private.normalized_mailbox(address);
  -- Of "a.b.co.in" and "a.b.com" the last three and the last two parts.
  to_domain := substring(to_mailbox from '[^.@]+\.(?:(?:ac|co|com|edu|firm|gen|gov|ind|net|nic|org|res)\.[a-z]{2}|[^.@]+)$');
  if to_domain = any (
    '{126.com,163.com,aol.com,fastmail.com,gmail.com,gmx.com,gmx.de,gmx.net,hey.com,hotmail.co.uk,hotmail.com,hotmail.fr,icloud.com,live.com,live.in,mac.com,mail.com,mail.ru,me.com,msn.com,outlook.com,outlook.in,pm.me,proton.me,protonmail.com,qq.com,rediff.com,rediffmail.com,rocketmail.com,sify.com,tutanota.com,web.de,yahoo.co.in,yahoo.co.uk,yahoo.com,yahoo.in,yandex.com,yandex.ru,ymail.com,zoho.com,zohomail.in}'::text[]
  ) then
    to_domain := null;
  end if;
  -- Serialises concurrent e-mails.
  perform pg_advisory_xact_lock(hashtextextended('mail to ' || coalesce(to_domain, to_mailbox), 0));
  select max(nth.sent_at) + day - now() into wait from (
    (select sent_at from private.sent_mails where mailbox = to_mailbox and sent_at between now() - day and until order by sent_at desc offset 5 limit 1)
    union all
    (select sent_at from private.sent_mails where domain = to_domain and sent_at between now() - day and until order by sent_at desc offset 99 limit 1)
  ) as nth;
  if wait is null then
    insert into private.sent_mails (mailbox, domain) values (to_mailbox, to_domain) returning id into taken;
  end if;
end
$$;

create function private.refuse_undeliverable() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'leads_email_form: write the e-mail address like name@company.com, without quotes, brackets and invisible characters, and its host in ASCII'
    using errcode = '23514';
end
$$;
-- After the trigger `normalize` has trimmed it: triggers fire in the order of their names.
create trigger refuse_undeliverable before insert on public.leads
for each row when (private.is_sent_lead() and not private.is_deliverable(private.trimmed(new.email)))
execute function private.refuse_undeliverable();

-- Queues the e-mails of a new lead: an acknowledgement within the limits of take_mail, and to each address of the seller at
-- most 500 notices an hour, more than one client address can cause. Runs with its owner's rights, since no sender of a lead
-- may write e-mails.
create or replace function private.queue_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  notices_an_hour constant integer := 500;
begin
  if (select taken is not null from private.take_mail(new.email)) then
    insert into public.outbox (lead_id, kind, recipient) values (new.id, 'acknowledgement', new.email);
  end if;
  insert into public.outbox (lead_id, kind, recipient)
  select new.id, 'notice', address from public.site_settings, unnest(notice_emails) as address
  where notices_an_hour > (
    select count(*) from public.outbox
    where private.normalized_mailbox(recipient) = private.normalized_mailbox(address) and kind = 'notice'
      and created_at between now() - interval '1 hour' and now() + interval '1 minute'
  )
  on conflict do nothing;
  return null;
end
$$;

revoke execute on function private.is_deliverable(text), private.take_mail(text), private.refuse_undeliverable() from public;
grant execute on function private.is_deliverable(text) to anon, authenticated, service_role;

-- Which client reported which words today. The client is a hash that differs each day.
create table private.missed_search_reports (
  client text not null,
  words text not null,
  reported_at timestamptz not null default now(),
  primary key (client, words)
);
comment on table private.missed_search_reports is 'The missed searches that each client has reported today, so that each counts once.';
alter table private.missed_search_reports enable row level security;
revoke all on private.missed_search_reports from public, anon, authenticated, service_role;

-- Words count once for a client and day, and twenty different ones do. A client is a network; an account where the server in
-- front names none, and all visitors together.
create or replace function private.report_missed_search(q text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  asked constant text := array_to_string(private.search_words(left(q, 200)), ' ');
  caller constant text := md5(concat_ws(' ', current_date, coalesce(private.client_network(), auth.uid()::text)));
begin
  -- An address, a telephone number or a whole text is no search for a product.
  if char_length(asked) not between 2 and 60 or q is null or q ~ '@|([0-9][^0-9]{0,2}){7}' or private.is_staff() then
    return;
  end if;
  -- Serialises concurrent reports of one client.
  perform pg_advisory_xact_lock(hashtextextended('missed search of ' || caller, 0));
  if (
    select count(*) >= 20 or coalesce(bool_or(words = asked), false) from private.missed_search_reports where client = caller
  ) or (
    select count(*) >= 30 from public.missed_searches where searched_at > now() - interval '1 minute'
  ) or (private.catalogue_page_of(jsonb_build_object('q', q, 'page_size', 1)) ->> 'total')::bigint > 0 then
    return;
  end if;
  insert into private.missed_search_reports (client, words) values (caller, asked);
  insert into public.missed_searches (words) values (asked)
  on conflict (words) do update set searches = missed_searches.searches + 1, searched_at = excluded.searched_at;
  perform private.delete_expired('public.missed_searches', 'searched_at < now() - interval ''90 days''');
  perform private.delete_expired('public.missed_searches', 'true order by searches desc, searched_at desc offset 500');
end
$$;
comment on column public.missed_searches.searches is 'How often it was searched for, once for a client and day.';
comment on function public.report_missed_search is
  'Counts a search of the catalogue that finds nothing, once for a client and day; does nothing for one that finds something, looks like a person''s data, or is an administrator''s.';

-- Deletes what has expired; called once an hour. Refresh tokens go a week after they were replaced, but for the one that the
-- newest replaced, which a client may still have; audit rows after 90 days; challenges and unconfirmed second factors after a
-- day; links of e-mails, which work for an hour, after two days, with the time of sending: a link without its token but with the
-- time has been used (prove_address). No session ends. Auth's tables are its own: where one is
-- missing, differs or may not be changed, the others are purged all the same.
create function private.purge_expired() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  purge text;
begin
  foreach purge in array array[
    $purge$ delete from auth.refresh_tokens as old where old.revoked and old.updated_at < now() - interval '7 days'
      and not exists (select from auth.refresh_tokens as next where next.parent = old.token and next.revoked is not true) $purge$,
    $purge$ delete from auth.audit_log_entries where created_at < now() - interval '90 days' $purge$,
    $purge$ delete from auth.mfa_challenges where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.flow_state where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.one_time_tokens where created_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set confirmation_token = '' where confirmation_token <> '' and confirmation_sent_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set recovery_token = '', recovery_sent_at = null where recovery_token <> '' and recovery_sent_at < now() - interval '2 days' $purge$,
    $purge$ delete from private.sent_mails where sent_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.missed_search_reports where reported_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.lead_quotas where free_at < now() $purge$
  ] loop
    begin
      execute purge;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
end
$$;

revoke execute on function private.purge_expired() from public;

-- A hosted project calls it by pg_cron; the embedded backend has a timer.
do $$
begin
  if exists (select from pg_catalog.pg_extension where extname = 'pg_cron') then
    perform cron.schedule('purge-expired', '7 * * * *', 'select private.purge_expired()');
  end if;
exception
  when undefined_function or invalid_schema_name or insufficient_privilege then null;
end
$$;
