-- sample mends
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- The lead of a buyer's link, or of the reference of one of the caller's own, and the quotation of a link to one. Whether its address is
-- proven: the link was mailed to it.
create or replace function private.lead_of_samples(token text, out lead uuid, out quotation uuid, out is_proven boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  link public.quotation_links;
begin
  if exists (select from public.quotation_links where hash = private.link_hash(token)) then
    link := private.quotation_link(token, '{buyer}');
    perform private.require(private.state_of_link(link) not in ('replaced', 'withdrawn'), 'Ask for the current quotation.', 'PT410');
    quotation := link.quotation_id;
    select lead_id into lead from public.quotations where id = quotation;
  else
    lead := (private.linked_inquiry(token)).id;
  end if;
  perform private.require(exists (select from public.leads where id = lead and erased_at is null), 'The details of this inquiry were deleted.', 'PT409');
  is_proven := quotation is not null or exists (select from public.outbox where links @> array[private.link_hash(token)]);
end
$$;

-- By a link, or the reference of one of the caller's own inquiries.
create or replace function private.request_samples(token text, samples jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  about constant record := private.lead_of_samples(token);
  lead public.leads;
  texts text;
begin
  select * into lead from public.leads where id = about.lead;
  perform private.require(
    not exists (select from public.lead_handling where lead_id = lead.id and state = 'withdrawn'), 'This inquiry was withdrawn: please send a new one.', '22023'
  );
  perform private.require(
    not exists (select from public.quotations where id = about.quotation and state = 'declined'), 'This quotation was declined: ask for a new one.', 'PT409'
  );
  texts := private.add_samples(lead, about.quotation, about.is_proven, private.wanted_samples(samples));
  perform private.record_buyer_event(lead, 'sample', left('Asked for: ' || texts, 5000)) where texts is not null;
end
$$;

-- The step of each sample that is in a state before it, one event a lead. "undone" takes the last step of each back, where its event is one
-- that the caller names, and an e-mail that was not begun once no sample stands behind it.
create or replace function private.handle_samples(ids uuid[], step text, value jsonb default '{}') returns integer
language plpgsql security definer set search_path = '' as $$
declare
  actor constant text := coalesce((select users.email from auth.users where users.id = auth.uid()), '');
  change constant jsonb := case when step <> 'undone' then private.change_of_sample_step(step, coalesce(value, '{}')) end;
  before constant text[] := case
    when step = 'agreed' then array['asked'] when step in ('refused', 'sent') then array['asked', 'agreed'] when step = 'delivered' then array['sent'] else array['delivered']
  end;
  lead uuid;
  chosen uuid[];
  handled integer := 0;
  told bigint;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle samples');
  for lead in select distinct lead_id from public.samples where id = any (ids) order by lead_id loop
    perform from public.lead_handling where lead_id = lead for update;
    chosen := array(select id from public.samples where id = any (ids) and lead_id = lead and case step
      when 'undone' then value -> 'events' @> jsonb_build_array(steps -> -1 -> 'event') else state = any (before)
    end);
    continue when cardinality(chosen) = 0;
    insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value)
    select lead, auth.uid(), actor, 'sample', left(string_agg(case step
      when 'undone' then format('Undone: %s, %s', steps -> -1 ->> 'step', private.sample_text(samples)) else private.sample_step_text(step, samples, change)
    end, E'\n' order by created_at, id), 5000) from public.samples where id = any (chosen)
    returning event.number into told;
    if step = 'undone' then
      delete from public.outbox where kind = 'sample' and lead_id = lead and state = 'queued' and attempts = 0
        and event_number in (select (steps -> -1 ->> 'event')::bigint from public.samples where id = any (chosen)) and not exists (
          select from public.samples as other where other.lead_id = lead and other.id <> all (chosen)
            and other.steps @> jsonb_build_array(jsonb_build_object('event', event_number))
        );
      perform private.take_sample_step(sample, step, actor, told, steps -> -1 -> 'before') from public.samples as sample where id = any (chosen);
      update public.samples set steps = steps - -1 - -1 where id = any (chosen);
    else
      perform private.take_sample_step(sample, step, actor, told, change) from public.samples as sample where id = any (chosen);
    end if;
    if step in ('agreed', 'refused', 'sent') then
      insert into public.outbox (lead_id, kind, recipient, event_number)
      select id, 'sample', email, told from public.leads where id = lead and private.is_deliverable(email);
      perform private.handle_lead(lead, 'answered', 'email');
    end if;
    handled := handled + cardinality(chosen);
  end loop;
  return handled;
end
$$;

-- The last verdict counts, at most twenty a day. A sample that has one has arrived.
create or replace function private.judge_sample(token text, sample uuid, verdict text, comment text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  lead public.leads;
  input constant text := private.cleaned_text('The comment', comment, 1000, false);
  judged public.samples;
  told bigint;
begin
  select leads.* into lead from private.lead_of_samples(token) as about join public.leads on leads.id = about.lead;
  perform private.require(verdict in ('liked', 'not_for_us'), 'Choose a verdict', '22023');
  -- As the staff's steps do, so that each finds what the other has done.
  perform from public.lead_handling where lead_id = lead.id for update;
  select * into judged from public.samples as own where own.id = sample and own.lead_id = lead.id for update;
  perform private.require(judged.id is not null, 'This sample was deleted.', 'PT404');
  perform private.require(judged.state in ('sent', 'delivered', 'kept', 'returned'), 'This sample was not sent yet.', '22023');
  if (judged.verdict, judged.comment) is not distinct from (judge_sample.verdict, input) then
    return;
  end if;
  perform from public.lead_events
  where lead_id = lead.id and kind = 'sample' and actor_email = lead.email and created_at > now() - interval '1 day' offset 19;
  perform private.require(not found, 'There were too many messages here today. Please write to us.', 'PT429');
  perform private.record_buyer_event(lead, 'sample', format('%s: %s', case verdict when 'liked' then 'We like it' else 'Not for us' end, private.sample_text(judged)) || coalesce(E'\n' || input, ''));
  select max(number) into told from public.lead_events where lead_id = lead.id and kind = 'sample';
  perform private.take_sample_step(judged, 'verdict', lead.name, told, jsonb_build_object('verdict', verdict, 'comment', input) || case
    when judged.state = 'sent' then jsonb_build_object('state', 'delivered', 'delivered_on', private.day_in_india(now())) else '{}'
  end);
end
$$;

comment on function public.handle_samples(pg_catalog.uuid[],pg_catalog.text,pg_catalog.jsonb) is 'A step of samples: agreed, refused ("reason"), sent ("courier", "tracking_number", "tracking_url", "day"), delivered ("day"), kept, returned, or undone for the last one ("events": theirs). How many it was done with. The buyer is mailed of an answer and a parcel. For staff.';
-- Written until here.
