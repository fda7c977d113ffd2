-- Webhooks after the Standard Webhooks specification: what happens is sent to the owner's programs (docs/api.md). The server of the site
-- sends them; what they say is read when they are sent, so that nothing personal is stored here.

create table private.webhooks (
  id uuid primary key default gen_random_uuid(),
  address text not null,
  events text[] not null,
  is_enabled boolean not null default true,
  secret text not null,
  former_secret text,
  rotated_at timestamptz,
  created_at timestamptz not null default now(),
  paused_until timestamptz,
  -- A receiver on the same machine is for tests; the server sends to none unless it is told to.
  constraint webhooks_address_form check (char_length(address) <= 2048 and address ~ '^(https://|http://127[.]0[.]0[.]1:)[^[:space:]]+$'),
  constraint webhooks_events_known check (
    cardinality(events) > 0
    and events <@ array['lead.created', 'lead.changed', 'quotation.sent', 'quotation.accepted', 'quotation.declined', 'product.changed']
  )
);
comment on table private.webhooks is 'Where the site sends what happens. Secrets are in a schema that no role of the API reads.';
comment on column private.webhooks.former_secret is 'Signs beside the new one for a day after rotated_at.';
comment on column private.webhooks.paused_until is 'After a failed attempt, when the first attempts of other events go on.';

create table private.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references private.webhooks (id) on delete cascade,
  event text not null,
  subject uuid,
  state text not null default 'queued' constraint webhook_deliveries_state_known check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default clock_timestamp(),
  attempted_at timestamptz,
  status smallint,
  error text,
  ms integer,
  queued_at timestamptz not null default now()
);
comment on table private.webhook_deliveries is 'What is sent to each webhook, written with the change that it tells of.';
comment on column private.webhook_deliveries.subject is 'The id of the lead, quotation version or product; null of a test.';
comment on column private.webhook_deliveries.queued_at is 'When it happened, or was sent again by hand: the days in which it is tried count from then.';
comment on column private.webhook_deliveries.next_attempt_at is 'While it is being sent, when another server may take it.';
-- What waits says it all: it is read when it is sent.
create unique index webhook_deliveries_waiting on private.webhook_deliveries (webhook_id, event, subject) where state = 'queued' and attempts = 0;
create index webhook_deliveries_due on private.webhook_deliveries (webhook_id, next_attempt_at) where state = 'queued';
create index webhook_deliveries_expiring on private.webhook_deliveries (queued_at) where state = 'queued';
create index webhook_deliveries_newest on private.webhook_deliveries (webhook_id, created_at desc);

-- Queues an event of some records for each webhook that listens. One that waits is locked, so that it is sent after this change.
create function private.announce(happened text, subjects uuid[]) returns void
language sql set search_path = '' as $$
  insert into private.webhook_deliveries (webhook_id, event, subject)
  select distinct webhook.id, happened, subject from private.webhooks as webhook cross join unnest(subjects) as subject
  where webhook.is_enabled and happened = any (webhook.events) order by webhook.id, subject
  on conflict (webhook_id, event, subject) where state = 'queued' and attempts = 0 do update set subject = excluded.subject
$$;

create function private.announce_quotation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce('quotation.' || new.kind, array[id]) from public.quotation_versions
  where quotation_id = new.quotation_id and sent_at is not null and id = coalesce(new.version_id, id) order by revision desc limit 1;
  return null;
end
$$;
create trigger announce after insert on public.quotation_events for each row
when (new.kind = any ('{sent,accepted,declined}'::text[])) execute function private.announce_quotation();

create function private.webhooks() returns table (
  id uuid, address text, events text[], is_enabled boolean, rotated_at timestamptz, created_at timestamptz, waiting bigint, failed bigint
)
language sql stable security definer set search_path = '' as $$
  select
    webhook.id, webhook.address, webhook.events, webhook.is_enabled, webhook.rotated_at, webhook.created_at,
    count(delivery.id) filter (where delivery.state = 'queued'), count(delivery.id) filter (where delivery.state = 'failed')
  from private.webhooks as webhook left join private.webhook_deliveries as delivery on delivery.webhook_id = webhook.id
  where (select private.is_admin()) group by webhook.id order by webhook.created_at, webhook.id
$$;
select private.expose('webhooks', 'Where the site sends what happens, without the secrets, and how many events wait or were given up. Empty for anyone but administrators.');

create function private.webhook_deliveries(webhook uuid) returns table (
  id uuid, event text, state text, attempts integer, created_at timestamptz, attempted_at timestamptz, next_attempt_at timestamptz, status smallint,
  error text, ms integer
)
language sql stable security definer set search_path = '' as $$
  select
    sent.id, sent.event, sent.state, sent.attempts, sent.created_at, sent.attempted_at, sent.next_attempt_at, sent.status, sent.error, sent.ms
  from private.webhook_deliveries as sent where sent.webhook_id = webhook and (select private.is_admin())
  order by (sent.state = 'failed') desc, sent.created_at desc limit 50
$$;
select private.expose('webhook_deliveries', 'The last 50 events of a webhook, those that were given up first. Empty for anyone but administrators.');

-- A new secret of 192 random bits, in the form of the specification.
create function private.new_webhook_secret() returns text
language sql set search_path = '' as $$
  select 'whsec_' || encode(decode(left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 48), 'hex'), 'base64')
$$;

create function private.note_webhook(webhook uuid, kind text, change jsonb default '{}') returns void
language sql set search_path = '' as $$
  insert into public.record_history (entity, record_id, actor_id, kind, after) values ('webhooks', webhook, auth.uid(), note_webhook.kind, change)
$$;

-- Returns the secret of a new one, which no other answer has; null of one that is changed.
create function private.save_webhook(address text, events text[], is_enabled boolean default true, webhook uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target constant text := private.trimmed(save_webhook.address);
  saved private.webhooks;
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  perform private.require(target ~ '^https://[^[:space:]/@]+(/[^[:space:]]*)?$' and char_length(target) <= 2048, 'The address must begin with https:// and have no user or password', '22023');
  perform private.require(cardinality(save_webhook.events) > 0, 'Choose at least one event', '22023');
  if webhook is null then
    perform pg_advisory_xact_lock(hashtextextended('webhooks', 0));
    perform from private.webhooks offset 9;
    perform private.require(not found, 'You can have at most 10 webhooks', '22023');
    insert into private.webhooks (address, events, is_enabled, secret)
    values (target, save_webhook.events, save_webhook.is_enabled, private.new_webhook_secret()) returning * into saved;
  else
    update private.webhooks as changed set address = target, events = save_webhook.events, is_enabled = save_webhook.is_enabled
    where changed.id = webhook returning * into saved;
    perform private.require(found, 'This webhook does not exist', 'PT404');
  end if;
  perform private.note_webhook(
    saved.id, case when webhook is null then 'created' else 'changed' end,
    jsonb_build_object('address', target, 'events', saved.events, 'is_enabled', saved.is_enabled)
  );
  return case when webhook is null then saved.secret end;
end
$$;
select private.expose('save_webhook',
  'Adds a webhook and returns its secret, which no other answer has, or changes one and returns null. Events: lead.created, lead.changed, quotation.sent, quotation.accepted, quotation.declined, product.changed. For administrators.');

create function private.rotate_webhook_secret(webhook uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  fresh constant text := private.new_webhook_secret();
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  perform private.require(exists (select from private.webhooks where id = webhook), 'This webhook does not exist', 'PT404');
  -- One that is former already would end before its day.
  update private.webhooks set former_secret = secret, secret = fresh, rotated_at = now()
  where id = webhook and coalesce(rotated_at <= now() - interval '1 day', true);
  perform private.require(found, 'The secret was changed less than a day ago, and the former secret is still valid: try again tomorrow, or delete the webhook', 'PT409');
  perform private.note_webhook(webhook, 'changed', '{"secret": "rotated"}');
  return fresh;
end
$$;
select private.expose('rotate_webhook_secret', 'Gives a webhook a new secret, and returns it. For a day events have the signature of the former one, too. For administrators.');

create function private.delete_webhook(webhook uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  delete from private.webhooks where id = webhook;
  perform private.require(found, 'This webhook does not exist', 'PT404');
  perform private.note_webhook(webhook, 'deleted');
end
$$;
select private.expose('delete_webhook', 'Deletes a webhook with what waits for it. For administrators.');

create function private.test_webhook(webhook uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  insert into private.webhook_deliveries (webhook_id, event) select id, 'test' from private.webhooks where id = webhook;
  perform private.require(found, 'This webhook does not exist', 'PT404');
end
$$;
select private.expose('test_webhook', 'Sends an event "test" to a webhook, also to one that is disabled. For administrators.');

create function private.resend_webhook(delivery uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  receiver uuid;
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  perform private.require(is_enabled or event = 'test', 'Enable the webhook first', '22023')
  from private.webhook_deliveries as sent join private.webhooks on webhooks.id = webhook_id where sent.id = delivery;
  update private.webhook_deliveries set state = 'queued', attempts = 0, next_attempt_at = now(), queued_at = now()
  where id = delivery and state = 'failed' and not exists (
    select from private.webhook_deliveries as other
    where (other.webhook_id, other.event, other.subject) = (webhook_deliveries.webhook_id, webhook_deliveries.event, webhook_deliveries.subject)
      and other.state = 'queued' and other.attempts = 0
  ) returning webhook_id into receiver;
  update private.webhooks set paused_until = null where id = receiver;
end
$$;
select private.expose('resend_webhook', 'Sends an event that was given up again, now. For administrators.');

-- What an event says: small, and nothing of suppliers, costs and margins. Of a record that is gone, that it is.
create function private.webhook_data(event text, subject uuid) returns jsonb
language sql stable set search_path = '' as $$
  select case split_part(event, '.', 1)
    when 'test' then '{"message": "This event shows that your program receives what this site sends."}'
    when 'lead' then coalesce(private.lead_for_programs(subject) - array['lines', 'message', 'referrer', 'landing_page'], jsonb_build_object('id', subject, 'is_deleted', true))
    when 'product' then coalesce(private.product_for_programs(subject) - array['description', 'pictures', 'care', 'image_alt'], jsonb_build_object('id', subject, 'is_deleted', true))
    when 'quotation' then coalesce((
      select jsonb_build_object(
        'id', quotation.id, 'number', number, 'revision', revision, 'state', quotation.state, 'lead_id', lead_id, 'owner', owner_email,
        'company', content #>> '{buyer,company}', 'name', content #>> '{buyer,name}', 'email', content #>> '{buyer,email}',
        'total_paise', total_paise, 'valid_until', valid_until, 'sent_at', sent_at, 'accepted_at', accepted -> 'at'
      )
      from public.quotation_versions as version join public.quotations as quotation on quotation.id = quotation_id where version.id = subject
    ), '{"is_deleted": true}')
  end
$$;

-- The events that are due, of each webhook three: the caller's to send for two minutes, then another's. What is older than two days is given
-- up. Of a webhook that is disabled only tests are sent, and of one that is paused what was tried before, too.
create function private.claim_webhooks() returns jsonb
language plpgsql set search_path = '' as $$
declare
  claimed uuid[];
begin
  update private.webhook_deliveries set state = 'failed', error = coalesce(error, 'expired')
  where state = 'queued' and next_attempt_at <= now() and queued_at < now() - interval '2 days';
  with due as (
    select delivery.id from private.webhooks as webhook cross join lateral (
      select id from private.webhook_deliveries
      where webhook_id = webhook.id and state = 'queued' and next_attempt_at <= now()
        and (event = 'test' or webhook.is_enabled and (attempts > 0 or coalesce(webhook.paused_until <= now(), true)))
      order by next_attempt_at limit 3 for update skip locked
    ) as delivery
  ), taken as (
    update private.webhook_deliveries as delivery set attempts = attempts + 1, attempted_at = now(), next_attempt_at = now() + interval '2 minutes'
    from due where delivery.id = due.id returning delivery.id
  )
  select array_agg(id) into claimed from taken;
  -- A statement of its own reads what was committed before the lock.
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', taken.id, 'attempt', attempts, 'type', event, 'at', taken.created_at, 'address', address, 'data', private.webhook_data(event, subject),
      'secrets', array_remove(array[secret, case when rotated_at > now() - interval '1 day' then former_secret end], null)
    )), '[]')
    from private.webhook_deliveries as taken join private.webhooks as webhook on webhook.id = webhook_id where taken.id = any (claimed)
  );
end
$$;

-- Stores the result of an attempt; without an error it was sent. The pauses grow over a day, and the eighth attempt is the last, unless a server
-- stopped in it; a test has one. While a receiver fails, what else waits for it waits a minute, too. One that answers 410 Gone wants no more.
create function private.finish_webhook(delivery uuid, attempt integer, answered smallint, fault text, took integer) returns void
language plpgsql set search_path = '' as $$
declare
  pause constant interval := (array['1 minute', '5 minutes', '15 minutes', '1 hour', '3 hours', '6 hours', '12 hours']::interval[])[attempt];
  receiver uuid;
begin
  update private.webhook_deliveries set
    state = case when fault is null then 'sent' when pause is null or answered = 410 or event = 'test' then 'failed' else 'queued' end,
    next_attempt_at = now() + coalesce(pause, '0'), status = answered, error = left(fault, 200), ms = took
  where id = delivery and attempts = attempt and state = 'queued' returning webhook_id into receiver;
  if fault is not null then
    update private.webhooks set paused_until = now() + interval '1 minute', is_enabled = is_enabled and answered is distinct from 410
    where id = receiver;
  end if;
end
$$;
