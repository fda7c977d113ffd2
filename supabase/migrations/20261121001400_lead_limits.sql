-- Leads come from anyone, so the database itself holds the public to a measure, whatever server stands in front of it:
-- so many for one e-mail address, so many from one client address where the server tells it, and each lead once. No
-- measure counts all visitors together: one visitor's flood stops nobody else's lead.

create index leads_of_email on public.leads (lower(email), created_at desc);

-- Accepted leads by client address and hour. Nobody's rights lead here, and what is older than an hour goes away as
-- others come.
create table private.leads_by_address (
  address text not null,
  hour timestamptz not null,
  accepted integer not null,
  primary key (address, hour)
);
create index leads_by_address_old on private.leads_by_address (hour);
alter table private.leads_by_address enable row level security;
revoke all on private.leads_by_address from public, anon, authenticated, service_role;

-- The network that a request came from, as far as the server in front says: Cloudflare's word, which a hosted project
-- has, or else the first address of X-Forwarded-For, as Supabase itself reads it. A client may have written that one
-- and so escapes this limit; the last one would be a proxy's, and all visitors one. An IPv6 client has as many
-- addresses as it likes, so its first 64 bits count. Null where nothing is said.
create function private.client_network() returns text
language plpgsql stable set search_path = ''
as $$
declare
  headers json;
  address inet;
begin
  headers := nullif(current_setting('request.headers', true), '')::json;
  address := btrim(coalesce(headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1)))::inet;
  if family(address) = 4 then
    return host(address);
  elsif address <<= '::ffff:0:0/96'::inet then
    return substr(host(address), char_length('::ffff:') + 1);
  end if;
  return network(set_masklen(address, 64))::text;
exception
  when data_exception then
    return null;
end
$$;
revoke execute on function private.client_network() from public;

-- Refuses with HTTP 429, in a sentence for the person and with the seconds to wait in Retry-After.
create function private.refuse_for_now(wait interval) returns void
language plpgsql set search_path = ''
as $$
declare
  seconds integer := greatest(1, ceil(extract(epoch from wait)));
  amount integer := case when seconds < 60 then seconds else ceil(seconds / 60.0) end;
  unit text := case when seconds < 60 then 'second' else 'minute' end;
begin
  raise exception sqlstate 'PGRST' using
    message = json_build_object(
      'code', 'PT429',
      'message', format('Too many inquiries. Please try again in %s %s%s.', amount, unit, case when amount > 1 then 's' else '' end),
      'hint', 'The number of inquiries in an hour is limited.'
    )::text,
    detail = json_build_object('status', 429, 'headers', json_build_object('Retry-After', seconds::text))::text;
end
$$;
revoke execute on function private.refuse_for_now(interval) from public;

-- Runs with its owner's rights, since who sends a lead may not read any. Administrators are not held to it.
create function private.limit_leads() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  for_one_email constant integer := 40;
  from_one_address constant integer := 300;
  recent record;
  network text;
  this_hour constant timestamptz := date_trunc('hour', new.created_at);
  from_this_address integer;
begin
  if private.is_admin() then
    return new;
  end if;

  -- Two that arrive at the same moment are looked at one after the other.
  perform pg_advisory_xact_lock(hashtextextended('lead of ' || lower(new.email), 0));
  select
    count(*) as number,
    min(latest.created_at) as oldest,
    coalesce(bool_or(
      latest.created_at > new.created_at - interval '10 minutes'
      and (latest.name, latest.company, latest.phone, latest.message, latest.selected_products)
        is not distinct from (new.name, new.company, new.phone, new.message, new.selected_products)
    ), false) as is_here
  into recent
  from (
    select * from public.leads
    where lower(email) = lower(new.email)
      and created_at > new.created_at - interval '1 hour'
      -- Dates from before a clock was set right count for nothing; this statement's own row is not asked about.
      and created_at < new.created_at + interval '1 minute' and created_at <> new.created_at
    order by created_at desc
    limit for_one_email
  ) as latest;

  -- Sent again because the answer was lost, or pressed twice: it is here, and that is what the sender wants to hear.
  if recent.is_here then
    return null;
  end if;
  if recent.number >= for_one_email then
    perform private.refuse_for_now(recent.oldest + interval '1 hour' - new.created_at);
  end if;

  network := private.client_network();
  if network is not null then
    insert into private.leads_by_address as counted values (network, this_hour, 1)
    on conflict (address, hour) do update set accepted = counted.accepted + 1
    returning accepted into from_this_address;
    if from_this_address > from_one_address then
      perform private.refuse_for_now(this_hour + interval '1 hour' - new.created_at);
    end if;
    if from_this_address = 1 then
      delete from private.leads_by_address as counted using (
        select address, hour from private.leads_by_address
        where hour < this_hour or hour > this_hour + interval '1 day'
        limit 20 for update skip locked
      ) as past where counted.address = past.address and counted.hour = past.hour;
    end if;
  end if;
  return new;
end
$$;
revoke execute on function private.limit_leads() from public;

-- After the trigger that tidies, which has an earlier name. Roles that row level security does not bind are trusted.
create trigger within_limits before insert on public.leads
for each row when (row_security_active('public.leads')) execute function private.limit_leads();
