-- Whose domain an e-mail address is of: a company's own, or that of a public mail host, where strangers share one.

create table private.public_mail_domains (
  domain text primary key
);
comment on table private.public_mail_domains is 'Domains of public mail hosts, of the package email-providers and a few more.';
alter table private.public_mail_domains enable row level security;

-- The domain of an address without subdomains, of "a.b.co.in" and "a.b.com" the last three and the last two parts; null at a public
-- mail host, and of what is no address.
create function private.own_domain(address text) returns text
language sql stable security definer set search_path = '' as $$
  select domain
  from (select rtrim(substring(lower(address) from '@([^@]*)$'), '.') as host) as part
  cross join lateral (
    select substring(host from '[^.]+\.(?:(?:ac|co|com|edu|firm|gen|gov|ind|net|nic|org|res)\.[a-z]{2}|[^.]+)$') as domain
  ) as registered
  where not exists (select from private.public_mail_domains as public_one where public_one.domain in (part.host, registered.domain))
$$;
