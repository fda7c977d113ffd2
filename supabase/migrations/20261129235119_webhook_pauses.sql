-- webhook pauses
select set_config('lock_timeout', '5s', true);

alter table private.webhooks add column paused_until timestamptz;
comment on column private.webhooks.paused_until is 'After a failed attempt, when the first attempts of other events go on.';
create index webhook_deliveries_expiring on private.webhook_deliveries (created_at) where state = 'queued';

-- Written by npm run migration from supabase/schemas.
-- Queues an event of some records for each webhook that listens. One that waits is locked, so that it is sent after this change.
create or replace function private.announce(happened text, subjects uuid[]) returns void
language sql set search_path = '' as $$
  insert into private.webhook_deliveries (webhook_id, event, subject)
  select distinct webhook.id, happened, subject from private.webhooks as webhook cross join unnest(subjects) as subject
  where webhook.is_enabled and happened = any (webhook.events) order by webhook.id, subject
  on conflict (webhook_id, event, subject) where state = 'queued' and attempts = 0 do update set subject = excluded.subject
$$;

create or replace function private.resend_webhook(delivery uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  receiver uuid;
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  update private.webhook_deliveries set state = 'queued', attempts = 0, next_attempt_at = now(), created_at = now()
  where id = delivery and state = 'failed' and not exists (
    select from private.webhook_deliveries as other
    where (other.webhook_id, other.event, other.subject) = (webhook_deliveries.webhook_id, webhook_deliveries.event, webhook_deliveries.subject)
      and other.state = 'queued' and other.attempts = 0
  ) returning webhook_id into receiver;
  update private.webhooks set paused_until = null where id = receiver;
end
$$;

-- The events that are due, of each webhook three: the caller's to send for two minutes, then another's. What is older than two days is given
-- up. Of a webhook that is disabled only tests are sent, and of one that is paused what was tried before, too.
create or replace function private.claim_webhooks() returns jsonb
language plpgsql set search_path = '' as $$
declare
  claimed uuid[];
begin
  update private.webhook_deliveries set state = 'failed', error = coalesce(error, 'expired')
  where state = 'queued' and next_attempt_at <= now() and created_at < now() - interval '2 days';
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
create or replace function private.finish_webhook(delivery uuid, attempt integer, answered smallint, fault text, took integer) returns void
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
-- Written until here.
