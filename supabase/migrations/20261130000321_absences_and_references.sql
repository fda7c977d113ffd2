-- absences and references
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
drop function public.people();

drop function private.people();

create function private.people() returns table (
  id uuid, email text, name text, role text, since timestamptz, last_sign_in_at timestamptz, has_second_factor boolean,
  telephone text, factor_removed_at timestamptz, factor_removed_by text, sees_margin boolean, away_until date, deputy text
)
language sql stable security definer set search_path = '' as $$
  select
    users.id, users.email::text, profiles.name, case when profiles.is_admin then 'administrator' else 'sales' end,
    coalesce(profiles.role_since, profiles.created_at), users.last_sign_in_at,
    exists (select from auth.mfa_factors where mfa_factors.user_id = users.id and mfa_factors.status = 'verified'),
    profiles.telephone, removal.changed_at, private.display_name(removal.actor_id), profiles.is_admin or profiles.sees_margin,
    current.away_until, case when current.away_until is not null then private.display_name(profiles.deputy_id) end
  from public.profiles join auth.users on users.id = profiles.id
  left join lateral (
    select changed_at, actor_id from public.record_history where entity = 'profiles' and record_id = users.id order by number desc limit 1
  ) as removal on true
  left join lateral (
    select profiles.away_until where profiles.away_until >= (now() at time zone 'Asia/Kolkata')::date
  ) as current on true
  where (profiles.is_admin or profiles.is_sales) and users.deleted_at is null and (select private.is_admin())
  order by users.email
$$;

select private.expose('people',
  'Who works in the back office, by e-mail address: name, telephone, role (administrator, sales) and since when, whether signing in takes a second factor, when and by whom a lost one was removed, whether margins are shown, until when they are away, and the deputy. Empty for anyone but administrators.');

-- Words with references as search_text has them: a lead is found by the beginning of its id, whatever its reference begins with.
create function private.with_ids(words text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return regexp_replace(
    words, format('(^|\s)(?:%s[- ]?(?=[0-9a-f]{4,8}(?:\s|$))|[a-z]{1,4}-(?=[0-9a-f]{8}(?:\s|$)))', private.number_series()), '\1gw-', 'gi'
  );
end
$$;

-- The condition on leads of the words (their "patterns" are $1), in a range of time ($2 to before $3) or after a moment
-- ($4), and of filters, and the table or tables that it reads: `lead` only where it is needed. Words that are a telephone number
-- also find its digits. A merged lead is found by its reference alone; elsewhere the lead stands for it that it was merged into.
create or replace function private.leads_condition(
  words text, since timestamptz, before timestamptz, after timestamptz, filters jsonb, sorted text default 'created_at',
  out condition text, out source text, out patterns text[]
)
language plpgsql stable set search_path = '' as $$
declare
  sought constant text := private.with_ids(words);
  unknown constant text := (
    select string_agg(key, ', ') from jsonb_object_keys(filters) as key where key not in (
      'state', 'assigned', 'unanswered', 'due_from', 'due_to', 'email', 'phone', 'mail', 'merged_into', 'reason', 'answered', 'weekday', 'about', 'company', 'source', 'campaign', 'answered_by'
    )
  );
begin
  perform private.require(unknown is null, 'Leads have no such filter: ' || unknown, '22023');
  patterns := private.word_patterns(sought);
  source := 'public.lead_handling as handling' || case
    when sought ~ '\S' or filters ? 'email' or sorted in ('name', 'company') then ' join public.leads as lead on lead.id = handling.lead_id' else ''
  end;
  condition := concat_ws(
    ' and ', 'true',
    (
      select format(
        '(%s %s)', string_agg(format('lead.search_text like $1[%s]', position), ' and '),
        'or lead.search_text like ' || quote_literal('%' || private.phone_digits(sought) || '%')
      )
      from generate_subscripts(patterns, 1) as position
      having count(*) > 0
    ),
    case
      when filters ? 'merged_into' then format('handling.merged_into = %L', (filters ->> 'merged_into')::uuid)
      when coalesce(sought, '') !~* '^\s*(gw[- ]?)?[0-9a-f]{4,8}\s*$' then 'handling.merged_into is null'
    end,
    case when since is not null then 'handling.created_at >= $2' end,
    case when before is not null then 'handling.created_at < $3' end,
    case when after is not null then 'handling.created_at > $4' end,
    case
      when filters ->> 'state' = 'open' then 'handling.state not in (''won'', ''lost'', ''withdrawn'', ''spam'')'
      when filters ? 'state' then format('handling.state = %L', filters ->> 'state')
    end,
    case
      when filters ->> 'assigned' = 'none' then 'handling.assigned_to is null'
      when filters ? 'assigned' then format('handling.assigned_to = %L', (filters ->> 'assigned')::uuid)
    end,
    case when filters ? 'reason' then format('private.reason_of_lead(handling.lead_id) = %L', filters ->> 'reason') end,
    case when filters ->> 'unanswered' = 'yes' then 'handling.answered_at is null and handling.state <> ''spam''' end,
    case when filters ->> 'answered' = 'yes' then 'handling.answered_at is not null' end,
    case when filters ? 'answered_by' then format(
      'handling.answered_at is not null and coalesce(handling.answered_by, handling.assigned_to) is not distinct from %L', nullif(filters ->> 'answered_by', 'none')::uuid
    ) end,
    (
      select format('handling.lead_id in (select id from public.leads where %s)', string_agg(format('%I is not distinct from %L', key, nullif(value, 'none')), ' and '))
      from jsonb_each_text(filters) where key in ('source', 'campaign') having count(*) > 0
    ),
    case when filters ? 'about' then format('handling.lead_id in (select lead_id from private.counted_leads where about = %L)', private.about_id(filters ->> 'about')) end,
    case
      when filters ? 'company' then format(
        'handling.lead_id in (select leads.id from public.contacts join public.leads on contact_id = contacts.id where company_id = %L)', (filters ->> 'company')::uuid
      )
    end,
    case when filters ? 'weekday' then format('extract(isodow from handling.created_at at time zone ''Asia/Kolkata'') = %s', (filters ->> 'weekday')::integer) end,
    case
      when filters ?| array['due_from', 'due_to'] then format(
        'handling.due_on between %L and %L and handling.state not in (''won'', ''lost'', ''withdrawn'', ''spam'')',
        coalesce((filters ->> 'due_from')::date, '-infinity'), coalesce((filters ->> 'due_to')::date, 'infinity')
      )
    end,
    case
      when filters ? 'email' then format(
        '(lower(lead.email) = lower(%L)%s)', filters ->> 'email',
        ' or lead.search_text like ' || quote_literal('%' || private.phone_digits(filters ->> 'phone') || '%')
      )
    end,
    case
      when filters ->> 'mail' = 'failed' then
        'handling.lead_id in (select lead_id from public.outbox where state <> ''sent'' and last_error is not null)'
    end
  );
end
$$;

revoke all on function private.with_ids(words text) from public, anon, authenticated, service_role;

revoke all on function public.people() from public, anon, authenticated, service_role;
grant execute on function public.people() to authenticated, service_role;

revoke all on function private.people() from public, anon, authenticated, service_role;
grant execute on function private.people() to authenticated, service_role;
-- Written until here.
