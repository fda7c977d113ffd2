-- one way to leads
select set_config('lock_timeout', '5s', true);

alter table private.artworks drop constraint artworks_quotation_id_fkey;
alter table public.samples drop constraint samples_quotation_id_fkey;

-- Written by npm run migration from supabase/schemas.
-- What a foreign key would do for artwork and samples. With one they would be a second way from a quotation to its lead, and the API
-- would refuse to read quotations with their leads, as the apps do, also of earlier versions.
create function private.leave_quotation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.artworks where quotation_id = old.id;
  update public.samples set quotation_id = null where quotation_id = old.id;
  return null;
end
$$;

CREATE OR REPLACE TRIGGER leave AFTER DELETE ON public.quotations FOR EACH ROW EXECUTE FUNCTION private.leave_quotation();

comment on column private.artworks.quotation_id is 'A quotation, as if by a foreign key (leave_quotation).';

revoke all on function private.leave_quotation() from public, anon, authenticated, service_role;
-- Written until here.
