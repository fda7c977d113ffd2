-- Customers read the links of sample products. Asking the product of each link whether it is one would cost a look-up a
-- link, so each link says it itself: made so when it is written, and when its product changes.

do $$
declare
  link text;
begin
  foreach link in array array['product_industry_tags', 'product_themes', 'product_doctor_type_tags'] loop
    execute format('alter table public.%I add column of_sample boolean not null default false', link);
    execute format('comment on column public.%I.of_sample is ''Whether its product is a sample; follows the product, whatever is written.''', link);
  end loop;
end
$$;

create function private.say_of_sample() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Of a product that is not there nothing is said: the link is refused in a moment.
  new.of_sample := coalesce((select product.is_sample from public.products as product where product.id = new.product_id), false);
  return new;
end
$$;

create function private.correct_of_sample() returns void
language plpgsql set search_path = ''
as $$
declare
  link text;
begin
  foreach link in array array['product_industry_tags', 'product_themes', 'product_doctor_type_tags'] loop
    execute format(
      'update public.%I as link set of_sample = product.is_sample from public.products as product
       where product.id = link.product_id and product.is_sample <> link.of_sample',
      link
    );
  end loop;
end
$$;

create function private.tell_links_of_sample() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed constant uuid[] := array(
    select written.id from written join replaced on replaced.id = written.id where replaced.is_sample <> written.is_sample
  );
begin
  if changed <> '{}' then
    update public.product_industry_tags set of_sample = of_sample where product_id = any (changed);
    update public.product_themes set of_sample = of_sample where product_id = any (changed);
    update public.product_doctor_type_tags set of_sample = of_sample where product_id = any (changed);
  end if;
  return null;
end
$$;
revoke execute on function private.say_of_sample(), private.correct_of_sample(), private.tell_links_of_sample() from public;

-- Those that are here, past the triggers: no bit changes by it.
do $$
declare
  link text;
begin
  foreach link in array array['product_industry_tags', 'product_themes', 'product_doctor_type_tags'] loop
    execute format('alter table public.%I disable trigger follow_update', link);
  end loop;
  perform private.correct_of_sample();
  foreach link in array array['product_industry_tags', 'product_themes', 'product_doctor_type_tags'] loop
    execute format('alter table public.%I enable trigger follow_update', link);
    execute format(
      'create trigger say_of_sample before insert or update on public.%I for each row execute function private.say_of_sample()',
      link
    );
    execute format('drop policy "as far as their product is read" on public.%I', link);
    execute format(
      'create policy "as far as their product is read" on public.%I for select to authenticated
       using (of_sample or (select private.is_admin()))',
      link
    );
  end loop;
end
$$;

create trigger tell_links_of_sample after update on public.products referencing old table as replaced new table as written
for each statement execute function private.tell_links_of_sample();
